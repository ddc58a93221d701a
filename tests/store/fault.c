/* Faults below SQLite: a preloaded library that lets the n-th write, sync or truncation of one file fail.
 *
 * The test arms it through ctypes. Only files whose path holds the marker are touched. `kind`: 1 ENOSPC, 2 EIO,
 * 3 half of the bytes and then ENOSPC, 4 failed sync, 5 the process is killed instead, 6 half of the bytes and then
 * killed. `count`: how many calls fail from then on.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { KIND_ENOSPC = 1, KIND_EIO = 2, KIND_SHORT = 3, KIND_SYNC = 4, KIND_KILL = 5, KIND_TORN = 6 };

static char marker[256];
static long seen, first_failing, failing, kind;

void fault_arm(const char *path_part, long first, long count, long what)
{
    snprintf(marker, sizeof marker, "%s", path_part);
    seen = 0;
    first_failing = first;
    failing = count;
    kind = what;
}

long fault_seen(void)
{
    return seen;
}

static int fails_now(int fd, int is_sync)
{
    char link[64], path[4096];
    if (!marker[0] || (kind == KIND_SYNC) != is_sync)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    if (!strstr(path, marker))
        return 0;
    seen++;
    return first_failing > 0 && seen >= first_failing && seen < first_failing + failing;
}

static void die_if_due(void)
{
    if (kind == KIND_KILL || kind == KIND_TORN)
        kill(getpid(), SIGKILL);
}

static ssize_t failed_write(int fd, const void *bytes, size_t size, off_t offset, int has_offset)
{
    if ((kind == KIND_SHORT || kind == KIND_TORN) && seen == first_failing && size > 1) {
        ssize_t (*real_pwrite)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
        ssize_t (*real_write)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
        ssize_t half = has_offset ? real_pwrite(fd, bytes, size / 2, offset) : real_write(fd, bytes, size / 2);
        die_if_due();
        return half;
    }
    die_if_due();
    errno = kind == KIND_EIO ? EIO : ENOSPC;
    return -1;
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    return fails_now(fd, 0) ? failed_write(fd, bytes, size, 0, 0) : real(fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
    return fails_now(fd, 0) ? failed_write(fd, bytes, size, offset, 1) : real(fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t offset)
{
    return pwrite(fd, bytes, size, offset);
}

static int truncation(const char *name, int fd, off_t size)
{
    int (*real)(int, off_t) = dlsym(RTLD_NEXT, name);
    if (!fails_now(fd, 0))
        return real(fd, size);
    die_if_due();
    errno = kind == KIND_EIO ? EIO : ENOSPC;
    return -1;
}

int ftruncate(int fd, off_t size)
{
    return truncation("ftruncate", fd, size);
}

int ftruncate64(int fd, off_t size)
{
    return truncation("ftruncate64", fd, size);
}

static int synced(const char *name, int fd)
{
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    if (!fails_now(fd, 1))
        return real(fd);
    errno = EIO;
    return -1;
}

int fsync(int fd)
{
    return synced("fsync", fd);
}

int fdatasync(int fd)
{
    return synced("fdatasync", fd);
}
