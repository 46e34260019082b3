#define _GNU_SOURCE
#include "processes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

// The calls that can fail between fork and exec; the child reports one of these numbers with an errno.
enum spawn_step { STEP_GROUP, STEP_DEATH_SIGNAL, STEP_PRIVILEGES, STEP_CLOSE, STEP_DUPLICATE, STEP_DIRECTORY, STEP_LIMIT,
                  STEP_EXECUTE };

static const char *const step_names[] = {
    "setpgid", "prctl(PR_SET_PDEATHSIG)", "prctl(PR_SET_NO_NEW_PRIVS)", "close_range", "dup2", "chdir", "setrlimit",
    "execve",
};

struct spawn_failure {
    int step;
    int error;
};

// From here to `child` everything runs in a forked process that may have been copied while another thread held any
// lock: only async-signal-safe calls, no allocation.

static _Noreturn void report(int pipe_end, enum spawn_step step) {
    struct spawn_failure failure = {step, errno};
    ssize_t ignored = write(pipe_end, &failure, sizeof failure);
    (void)ignored;
    _exit(127);
}

static void reset_signals(void) {
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; signal++) {
        sigaction(signal, &standard, NULL);  // SIGKILL, SIGSTOP and glibc's own refuse, and need no reset
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Everything open is marked to close on exec; then the sources move above all targets, so that no target overwrites a
// source still needed, and from there down to their targets, which dup2 leaves open.
static void map_descriptors(const struct linux_spawn *spawn, int *report_end) {
    int above = 3;
    for (size_t i = 0; i < spawn->descriptor_count; i++) {
        if (spawn->descriptors[i].target >= above) {
            above = spawn->descriptors[i].target + 1;
        }
    }
    int moved_end = fcntl(*report_end, F_DUPFD_CLOEXEC, above);
    if (moved_end < 0) {
        report(*report_end, STEP_DUPLICATE);
    }
    *report_end = moved_end;
    if (syscall(SYS_close_range, 0U, ~0U, CLOSE_RANGE_CLOEXEC) != 0) {
        report(*report_end, STEP_CLOSE);
    }
    int moved[spawn->descriptor_count + 1];
    for (size_t i = 0; i < spawn->descriptor_count; i++) {
        moved[i] = fcntl(spawn->descriptors[i].source, F_DUPFD_CLOEXEC, above);
        if (moved[i] < 0) {
            report(*report_end, STEP_DUPLICATE);
        }
    }
    for (size_t i = 0; i < spawn->descriptor_count; i++) {
        if (dup2(moved[i], spawn->descriptors[i].target) < 0) {
            report(*report_end, STEP_DUPLICATE);
        }
    }
}

static void apply_limits(const struct linux_spawn *spawn, int report_end) {
    for (size_t i = 0; i < spawn->limit_count; i++) {
        struct rlimit limit;
        if (getrlimit(spawn->limits[i].resource, &limit) != 0) {
            report(report_end, STEP_LIMIT);
        }
        rlim_t wanted = (rlim_t)spawn->limits[i].value;
        if (wanted > limit.rlim_max) {
            wanted = limit.rlim_max;
        }
        limit.rlim_cur = wanted;
        limit.rlim_max = wanted;
        if (setrlimit(spawn->limits[i].resource, &limit) != 0) {
            report(report_end, STEP_LIMIT);
        }
    }
}

static _Noreturn void child(const struct linux_spawn *spawn, pid_t parent, int report_end) {
    if (setpgid(0, 0) != 0) {
        report(report_end, STEP_GROUP);
    }
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) {
        report(report_end, STEP_DEATH_SIGNAL);
    }
    if (getppid() != parent) {
        _exit(127);  // the parent died before the kernel knew that we want to follow it
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        report(report_end, STEP_PRIVILEGES);
    }
    reset_signals();
    map_descriptors(spawn, &report_end);
    if (spawn->directory != NULL && chdir(spawn->directory) != 0) {
        report(report_end, STEP_DIRECTORY);
    }
    apply_limits(spawn, report_end);
    execve(spawn->executable, spawn->arguments, spawn->environment);
    report(report_end, STEP_EXECUTE);
}

// A process started with SIGCHLD ignored (nohup-like wrappers do that) would never learn how its children ended.
static void want_exit_statuses(void) {
    struct sigaction action;
    if (sigaction(SIGCHLD, NULL, &action) == 0 &&
        (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0)) {
        memset(&action, 0, sizeof action);
        action.sa_handler = SIG_DFL;
        sigaction(SIGCHLD, &action, NULL);
    }
}

pid_t linux_spawn_child(const struct linux_spawn *spawn, const char **failed_call) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        *failed_call = "pipe2";
        return -1;
    }
    want_exit_statuses();
    // No handler of this process may run in the child before its dispositions are reset.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t process = _Fork();
    if (process == 0) {
        child(spawn, parent, ends[1]);
    }
    int fork_error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        *failed_call = "fork";
        errno = fork_error;
        return -1;
    }
    // End of file: exec closed the pipe. A child killed before exec looks the same, and is found by its status.
    struct spawn_failure failure;
    ssize_t count;
    do {
        count = read(ends[0], &failure, sizeof failure);
    } while (count < 0 && errno == EINTR);
    close(ends[0]);
    if (count != (ssize_t)sizeof failure) {
        return process;
    }
    int exit_status, signal;
    linux_reap(process, &exit_status, &signal);
    *failed_call = step_names[failure.step];
    errno = failure.error;
    return -1;
}

int linux_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0U);
}

int linux_has_ended(pid_t process) {
    siginfo_t facts;
    int result;
    do {
        memset(&facts, 0, sizeof facts);
        result = waitid(P_PID, (id_t)process, &facts, WEXITED | WNOHANG | WNOWAIT);
    } while (result != 0 && errno == EINTR);
    if (result != 0) {
        return -1;
    }
    return facts.si_pid == process ? 1 : 0;
}

int linux_reap(pid_t process, int *exit_status, int *signal) {
    int status;
    pid_t result;
    do {
        result = waitpid(process, &status, 0);
    } while (result < 0 && errno == EINTR);
    if (result < 0) {
        return -1;
    }
    *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    *exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return 0;
}

const char *linux_signal_name(int signal) {
    return sigabbrev_np(signal);
}

int linux_socketpair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

int linux_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    // The ends are two open file descriptions: the writer, another program, keeps its blocking one.
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        errno = error;
        return -1;
    }
    return 0;
}

// Room for one descriptor, aligned as a header. CMSG_SPACE pads, so a second one may fit.
union descriptor_message {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
};

ssize_t linux_send(int socket, const void *bytes, size_t length, int descriptor) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union descriptor_message control;
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = sizeof control.room;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    ssize_t count;
    do {
        count = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    return count;
}

// Keeps the first descriptor of the message in `*kept` unless that holds one already, and closes the others.
static void collect_descriptors(struct msghdr *message, int *kept) {
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
            continue;
        }
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int received;
            memcpy(&received, CMSG_DATA(header) + i * sizeof(int), sizeof received);
            if (*kept < 0) {
                *kept = received;
            } else {
                close(received);
            }
        }
    }
}

ssize_t linux_receive(int socket, void *bytes, size_t capacity, int *descriptor) {
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union descriptor_message control;
    struct msghdr message;
    ssize_t count;
    do {
        memset(&message, 0, sizeof message);
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (descriptor != NULL) {
            message.msg_control = &control;
            message.msg_controllen = sizeof control.room;
        }
        count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    if (descriptor != NULL) {
        *descriptor = -1;
        if (count >= 0) {
            collect_descriptors(&message, descriptor);
        }
    }
    return count;
}

int linux_signal_descriptor(const int *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++) {
        if (sigaddset(&set, signals[i]) != 0) {
            return -1;
        }
    }
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int linux_next_signal(int descriptor) {
    struct signalfd_siginfo facts;
    ssize_t count;
    do {
        count = read(descriptor, &facts, sizeof facts);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        return errno == EAGAIN ? 0 : -1;
    }
    return (int)facts.ssi_signo;
}

int linux_event_counter(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int linux_memfd_is_sealed(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    if (seals < 0) {
        return -1;
    }
    int wanted = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    return (seals & wanted) == wanted ? 1 : 0;
}

int linux_forbid_inspection(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int linux_is_stream_socket(int descriptor) {
    int type = 0;
    socklen_t length = sizeof type;
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) != 0) {
        return -1;
    }
    return type == SOCK_STREAM ? 1 : 0;
}

int linux_close_on_exec(int descriptor) {
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}
