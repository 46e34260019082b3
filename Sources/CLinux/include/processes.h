#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// One descriptor of the child: `source` of this process becomes `target` there.
struct linux_descriptor_mapping {
    int source;
    int target;
};

/// One resource limit of the child; `resource` is a RLIMIT_ number. Lowered to the hard limit of this process where it
/// would exceed that.
struct linux_resource_limit {
    int resource;
    uint64_t value;
};

/// What a child is started with. Nothing else reaches it.
struct linux_spawn {
    const char *executable;
    char *const *arguments;    // argv, ended by NULL
    char *const *environment;  // envp, ended by NULL
    const char *directory;     // working directory; NULL keeps that of this process
    const struct linux_descriptor_mapping *descriptors;
    size_t descriptor_count;
    const struct linux_resource_limit *limits;
    size_t limit_count;
};

/// Starts a program in a process group of its own, without new privileges, with default signals, and with no
/// descriptor but the mapped ones. The kernel kills it (SIGKILL) when the *thread* that called this function ends.
///
/// Returns its process id once execve(2) has succeeded. On failure returns -1, puts the name of the call that failed
/// into `failed_call` and its error into errno; no process is left behind.
pid_t linux_spawn_child(const struct linux_spawn *spawn, const char **failed_call);

/// pidfd_open(2). Returns a descriptor that becomes readable when the process ends, or -1 with errno.
int linux_pidfd_open(pid_t process);

/// Whether the process has ended, without taking its status (waitid(2), WNOWAIT): 1 yes, 0 no, -1 with errno.
int linux_has_ended(pid_t process);

/// Waits for a process that has ended or is about to (waitpid(2)) and tells how: its exit status in `exit_status` and 0
/// in `signal`, or the signal that ended it in `signal`. 0, or -1 with errno.
int linux_reap(pid_t process, int *exit_status, int *signal);

/// The name of a signal without `SIG` (sigabbrev_np(3)), NULL if it has none.
const char *linux_signal_name(int signal);

/// A pair of connected stream sockets, both closed on exec. 0, or -1 with errno.
int linux_socketpair(int ends[2]);

/// A pipe, both ends closed on exec, `ends[0]` non-blocking for its reader. 0, or -1 with errno.
int linux_pipe(int ends[2]);

/// Sends what the socket takes without waiting, with `descriptor` attached unless that is -1 (sendmsg(2), SCM_RIGHTS).
/// Raises no SIGPIPE. Returns the count of bytes sent, or -1 with errno.
ssize_t linux_send(int socket, const void *bytes, size_t length, int descriptor);

/// Receives what is there without waiting (recvmsg(2)). Of the descriptors that came along, the first goes to
/// `*descriptor` (-1 if there is none), closed on exec; others are closed. With `descriptor` NULL the kernel drops them
/// all. Returns the count of bytes, 0 at the end, or -1 with errno.
ssize_t linux_receive(int socket, void *bytes, size_t capacity, int *descriptor);

/// Blocks the signals in the calling thread and returns a non-blocking descriptor from which they are read
/// (signalfd(2)), or -1 with errno.
int linux_signal_descriptor(const int *signals, size_t count);

/// Takes one signal from such a descriptor: its number, 0 if none is pending, -1 with errno.
int linux_next_signal(int descriptor);

/// eventfd(2), non-blocking and closed on exec. Returns a descriptor, or -1 with errno.
int linux_event_counter(void);

/// The seals of a memfd (fcntl(2), F_GET_SEALS) hold all that linux_memfd_seal sets: 1 yes, 0 no, -1 with errno.
int linux_memfd_is_sealed(int descriptor);

/// Clears the dumpable flag of this process (prctl(2), PR_SET_DUMPABLE). 0, or -1 with errno.
int linux_forbid_inspection(void);

/// Whether `descriptor` is a stream socket (getsockopt(2), SO_TYPE): 1 yes, 0 another socket, -1 with errno.
int linux_is_stream_socket(int descriptor);

/// Sets FD_CLOEXEC (fcntl(2)). 0, or -1 with errno.
int linux_close_on_exec(int descriptor);
