#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// renameat2(2) with RENAME_NOREPLACE. Returns 0, or -1 with errno (`EEXIST` if `new_name` is taken).
int linux_rename_noreplace(int old_directory, const char *old_name, int new_directory, const char *new_name);

/// memfd_create(2) with MFD_CLOEXEC | MFD_ALLOW_SEALING. Returns a descriptor, or -1 with errno.
int linux_memfd_create(const char *name);

/// Seals a memfd against every change: F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE. 0, or -1 with errno.
int linux_memfd_seal(int descriptor);

/// Whether somebody has the file of a read-only descriptor open for writing, by taking a read lease and giving it
/// back (fcntl(2), F_SETLEASE). 1 = yes, 0 = no, -1 with errno where it cannot be known (`EACCES`: not our file).
int linux_is_open_for_writing(int descriptor);

/// A lower-case hexadecimal magic number of the file system (statfs(2), f_type), or -1 with errno.
int64_t linux_filesystem_type(int descriptor);

/// Free bytes and inodes for an unprivileged user (fstatvfs(3)). 0, or -1 with errno.
int linux_free_space(int descriptor, uint64_t *free_bytes, uint64_t *free_inodes);

/// Fills `buffer` from the kernel's generator (getrandom(2)). 0, or -1 with errno.
int linux_random(void *buffer, size_t length);

/// Whether `glob` matches the whole of `text` (fnmatch(3), FNM_CASEFOLD, and FNM_PATHNAME if `is_path`). 1 or 0; what
/// fnmatch cannot decide does not match.
int linux_matches_glob(const char *glob, const char *text, int is_path);
