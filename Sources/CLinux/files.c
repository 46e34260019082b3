#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

int linux_rename_noreplace(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    return renameat2(old_directory, old_name, new_directory, new_name, RENAME_NOREPLACE);
}

int linux_memfd_create(const char *name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int linux_memfd_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

int linux_is_open_for_writing(int descriptor) {
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0) {
        fcntl(descriptor, F_SETLEASE, F_UNLCK);
        return 0;
    }
    return errno == EAGAIN ? 1 : -1;
}

int64_t linux_filesystem_type(int descriptor) {
    struct statfs facts;
    if (fstatfs(descriptor, &facts) != 0) {
        return -1;
    }
    return (int64_t)facts.f_type;
}

int linux_free_space(int descriptor, uint64_t *free_bytes, uint64_t *free_inodes) {
    struct statvfs facts;
    if (fstatvfs(descriptor, &facts) != 0) {
        return -1;
    }
    *free_bytes = (uint64_t)facts.f_bavail * (uint64_t)facts.f_frsize;
    // File systems without a fixed number of inodes report none at all.
    *free_inodes = facts.f_files == 0 ? UINT64_MAX : (uint64_t)facts.f_favail;
    return 0;
}

int linux_random(void *buffer, size_t length) {
    unsigned char *next = buffer;
    while (length > 0) {
        ssize_t count = getrandom(next, length, 0);
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return -1;
        }
        next += count;
        length -= (size_t)count;
    }
    return 0;
}

int linux_matches_glob(const char *glob, const char *text, int is_path) {
    return fnmatch(glob, text, FNM_CASEFOLD | (is_path ? FNM_PATHNAME : 0)) == 0;
}
