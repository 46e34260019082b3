/// The program that stands in for a recognizer child in the tests of its supervisor: it speaks the protocol and then
/// misbehaves in the way that its first argument names. With a second argument, the path of a mark that does not exist
/// yet, it makes the mark and misbehaves only this once.
let fakeChildSource = #"""
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/resource.h>
    #include <sys/socket.h>
    #include <sys/uio.h>
    #include <unistd.h>

    extern char **environ;

    static void put(const void *bytes, size_t count) {
        const char *next = bytes;
        while (count > 0) {
            ssize_t sent = send(3, next, count, MSG_NOSIGNAL);
            if (sent <= 0) _exit(99);
            next += sent;
            count -= (size_t)sent;
        }
    }

    static void frame(uint64_t tag, const void *body, size_t count) {
        uint32_t length = (uint32_t)(count + 8);
        put(&length, 4);
        put(&tag, 8);
        put(body, count);
    }

    static void text(uint64_t tag, const char *body) { frame(tag, body, strlen(body)); }

    // A report that the image cannot be decoded, with `message`, which needs no escaping.
    static void answer(uint64_t tag, const char *message) {
        char body[8192];
        snprintf(body, sizeof body,
                 "{\"recognized\":null,\"failed\":{\"code\":\"image-undecodable\",\"stage\":\"decode\","
                 "\"message\":\"%s\"}}", message);
        text(tag, body);
    }

    // Takes a job; its image's descriptor goes to `image`, -1 if there is none.
    static uint64_t take_job(int *image) {
        uint32_t length;
        union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
        struct iovec part = {&length, 4};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                                 .msg_controllen = sizeof control};
        if (recvmsg(3, &message, MSG_WAITALL) != 4) _exit(0);
        *image = -1;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (header != NULL) memcpy(image, CMSG_DATA(header), sizeof *image);
        static char job[1 << 20];
        if (length > sizeof job || recv(3, job, length, MSG_WAITALL) != (ssize_t)length) _exit(98);
        uint64_t tag;
        memcpy(&tag, job, 8);
        return tag;
    }

    // What the process has: variables, descriptors, limits, directory, and the bytes of the image.
    static void describe(uint64_t tag, int image) {
        char all[4096] = "";
        char here[256];
        for (char **variable = environ; *variable != NULL; variable++) {
            strcat(all, *variable);
            strcat(all, " ");
        }
        DIR *directory = opendir("/proc/self/fd");
        for (int number = 0; number < 64; number++) {
            if (number != dirfd(directory) && fcntl(number, F_GETFD) >= 0) {
                char name[16];
                sprintf(name, "%d%s ", number, number == image ? "=image" : "");
                strcat(all, name);
            }
        }
        struct rlimit space, core, size;
        getrlimit(RLIMIT_AS, &space);
        getrlimit(RLIMIT_CORE, &core);
        getrlimit(RLIMIT_FSIZE, &size);
        char bytes[64] = "";
        ssize_t count = pread(image, bytes, sizeof bytes - 1, 0);
        char rest[1024];
        snprintf(rest, sizeof rest, "as=%llu core=%llu fsize=%llu %s image=%.*s", (unsigned long long)space.rlim_max,
                 (unsigned long long)core.rlim_max, (unsigned long long)size.rlim_max,
                 getcwd(here, sizeof here), (int)(count < 0 ? 0 : count), bytes);
        strcat(all, rest);
        answer(tag, all);
    }

    static void flood(size_t count) {
        char line[1000];
        memset(line, 'x', sizeof line);
        for (; count > 0; count--) {
            if (write(2, line, sizeof line) < 0) _exit(97);
        }
    }

    static void misbehave(const char *how, uint64_t tag) {
        if (!strcmp(how, "segv")) raise(SIGSEGV);
        if (!strcmp(how, "exit3")) {
            fputs("first line\nlast words\n", stderr);
            _exit(3);
        }
        if (!strcmp(how, "hang")) for (;;) pause();
        if (!strcmp(how, "ignore-term")) {
            signal(SIGTERM, SIG_IGN);
            for (;;) pause();
        }
        if (!strcmp(how, "stop")) raise(SIGSTOP);
        if (!strcmp(how, "flood")) flood(SIZE_MAX);
        if (!strcmp(how, "flood-and-answer")) flood(3000);
        if (!strcmp(how, "huge")) {
            uint32_t length = (64U << 20) + 9;
            put(&length, 4);
            for (;;) pause();
        }
        if (!strcmp(how, "partial")) {
            uint32_t length = 1000;
            put(&length, 4);
            put("abc", 3);
            _exit(0);
        }
        if (!strcmp(how, "wrong-tag")) {
            answer(tag + 1, "somebody else's");
            for (;;) pause();
        }
        if (!strcmp(how, "no-tag")) {
            uint32_t length = 3;
            put(&length, 4);
            put("abc", 3);
            for (;;) pause();
        }
        if (!strcmp(how, "bad-utf8")) {
            answer(tag, "\xFF\xFE");
            for (;;) pause();
        }
        if (!strcmp(how, "bad-schema")) {
            text(tag, "{\"recognized\":null}");
            for (;;) pause();
        }
        if (!strcmp(how, "no-json")) {
            text(tag, "hello");
            for (;;) pause();
        }
        if (!strcmp(how, "group")) {
            // The sibling keeps the socket and standard error open: no end of file tells of the death.
            if (fork() == 0) for (;;) pause();
            _exit(4);
        }
        if (!strcmp(how, "exhaust")) {
            for (;;) {
                char *block = malloc(16 << 20);
                if (block == NULL) break;
                memset(block, 1, 1);
            }
            fputs("terminate called after throwing an instance of 'std::bad_alloc'\n", stderr);
            abort();
        }
        if (!strcmp(how, "abort")) abort();
        if (!strcmp(how, "killed")) raise(SIGKILL);
        if (!strcmp(how, "close")) {
            close(3);
            for (;;) pause();
        }
        if (!strcmp(how, "twice")) answer(tag, "first");
        if (!strcmp(how, "die-idle")) {
            answer(tag, "last");
            _exit(5);
        }
    }

    int main(int count, char **arguments) {
        const char *how = count > 1 ? arguments[1] : "";
        int once = count > 2;
        if (once && open(arguments[2], O_CREAT | O_EXCL | O_RDONLY, 0600) < 0) how = "";
        if (!strcmp(how, "die-at-start")) {
            fputs("cannot load a library\n", stderr);
            return 127;
        }
        if (!strcmp(how, "mute")) for (;;) pause();
        if (!strcmp(how, "other-version")) {
            text(0, "ocrspool.recognizer/0");
            for (;;) pause();
        }
        text(0, "ocrspool.recognizer/1");
        for (;;) {
            int image;
            uint64_t tag = take_job(&image);
            misbehave(how, tag);
            if (!strcmp(how, "describe")) describe(tag, image);
            else answer(tag, "well");
            close(image);
        }
    }
    """#
