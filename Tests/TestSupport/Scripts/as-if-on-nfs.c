/* To be preloaded: every directory seems to lie on NFS. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/vfs.h>

static int answer(const char *name, int descriptor, struct statfs *facts)
{
    int (*next)(int, struct statfs *) = (int (*)(int, struct statfs *))dlsym(RTLD_NEXT, name);
    int result = next(descriptor, facts);
    if (result == 0)
        facts->f_type = 0x6969; /* NFS_SUPER_MAGIC, statfs(2) */
    return result;
}

int fstatfs(int descriptor, struct statfs *facts) { return answer("fstatfs", descriptor, facts); }

/* The same structure on 64-bit machines. */
int fstatfs64(int descriptor, struct statfs64 *facts)
{
    return answer("fstatfs64", descriptor, (struct statfs *)facts);
}
