/* A library for LD_PRELOAD that makes system calls of one of Replay's programs fail. Its environment variables:
 *   FAULT_PROGRAM  the program's name; replayd by default
 *   FAULT_ROOT   only files below this folder
 *   FAULT_NAME   only files of this name
 *   FAULT_CALL   pwrite, write, ftruncate, fdatasync, fsync, flock, rename, link, unlink, connect, open (for writing), openat
 *                (for anything), stat (of an open file), pread, pipe (whatever the folder), or any (except unlink, connect,
 *                openat, stat, pread and pipe)
 *   FAULT_AT     the number of the first call that fails, from 1; 0: the calls are only counted
 *   FAULT_FOR    the number of calls that fail; 0: all from then on
 *   FAULT_ERRNO  the errno of the failing calls; 0: a write of half the bytes; -1: they do not fail; -2: SIGKILL
 *   FAULT_DELAY  a delay before these calls, in milliseconds
 *   FAULT_CLOCK  seconds by which the wall clock jumps, one second after the start
 *   FAULT_COUNT  a file that receives the number of calls at the end of the process
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static atomic_int calls;
static const char *root, *wanted, *only;
static int at, span, code, delay, jump;
static struct timespec jumps_at;

static int number(const char *name) {
    const char *text = getenv(name);
    return text ? atoi(text) : 0;
}

__attribute__((constructor)) static void begin(void) {
    char program[PATH_MAX] = "";
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 1) return;
    const char *name = strrchr(program, '/'), *faulty = getenv("FAULT_PROGRAM");
    if (!name || strcmp(name + 1, faulty ? faulty : "replayd") != 0) return;
    root = getenv("FAULT_ROOT");
    only = getenv("FAULT_NAME");
    wanted = getenv("FAULT_CALL");
    at = number("FAULT_AT");
    code = number("FAULT_ERRNO");
    span = number("FAULT_FOR");
    delay = number("FAULT_DELAY");
    clock_gettime(CLOCK_MONOTONIC, &jumps_at);
    jumps_at.tv_sec += 1;
    jump = number("FAULT_CLOCK");
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNT");
    FILE *file = root && path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%d\n", atomic_load(&calls));
    fclose(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    NEXT(clock_gettime);
    int result = next(clock, time);
    struct timespec now;
    if (result != 0 || clock != CLOCK_REALTIME || !jump || next(CLOCK_MONOTONIC, &now) != 0) return result;
    if (now.tv_sec > jumps_at.tv_sec) time->tv_sec += jump;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

static int is_called(const char *path) {
    const char *name = strrchr(path, '/');
    return !only || strcmp(name ? name + 1 : path, only) == 0;
}

static int lies_below(int descriptor, const char *name) {
    char link[64], path[PATH_MAX] = "";
    if (name && name[0] == '/') return strncmp(name, root, strlen(root)) == 0 && is_called(name);
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    return readlink(link, path, sizeof path - 1) > 0 && strncmp(path, root, strlen(root)) == 0
        && is_called(name ? name : path);
}

/* Returns 1 if this call must fail. `errno` is then set, or is 0 for a short write. */
static int fails(const char *call, int descriptor, const char *name) {
    if (!root || !wanted) return 0;
    int isRare = strcmp(call, "openat") == 0 || strcmp(call, "connect") == 0 || strcmp(call, "unlink") == 0
        || strcmp(call, "stat") == 0 || strcmp(call, "pread") == 0 || strcmp(call, "pipe") == 0;
    if (strcmp(wanted, call) != 0 && (isRare || strcmp(wanted, "any") != 0)) return 0;
    int saved = errno;
    int is_ours = lies_below(descriptor, name);
    errno = saved;
    if (!is_ours) return 0;
    int count = atomic_fetch_add(&calls, 1) + 1;
    if (at == 0 || count < at || (span && count >= at + span)) return 0;
    struct timespec time = {delay / 1000, delay % 1000 * 1000000L};
    while (delay && nanosleep(&time, &time) != 0) {}
    if (code == -2) kill(getpid(), SIGKILL);
    if (code < 0) return 0;
    errno = code;
    return 1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    NEXT(pwrite);
    if (!fails("pwrite", descriptor, NULL)) return next(descriptor, bytes, size, offset);
    return code ? -1 : next(descriptor, bytes, size / 2, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
    return pwrite(descriptor, bytes, size, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
    NEXT(write);
    if (!fails("write", descriptor, NULL)) return next(descriptor, bytes, size);
    return code ? -1 : next(descriptor, bytes, size / 2);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
    NEXT(pread);
    return fails("pread", descriptor, NULL) && code ? -1 : next(descriptor, bytes, size, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset) {
    return pread(descriptor, bytes, size, offset);
}

int ftruncate(int descriptor, off_t length) {
    NEXT(ftruncate);
    return fails("ftruncate", descriptor, NULL) && code ? -1 : next(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }

int fdatasync(int descriptor) {
    NEXT(fdatasync);
    return fails("fdatasync", descriptor, NULL) && code ? -1 : next(descriptor);
}

int fsync(int descriptor) {
    NEXT(fsync);
    return fails("fsync", descriptor, NULL) && code ? -1 : next(descriptor);
}

int renameat(int from, const char *old, int to, const char *new) {
    NEXT(renameat);
    return fails("rename", from, old) && code ? -1 : next(from, old, to, new);
}

/* Most of Replay's renames use this, because not all versions of glibc have a function for it. */
long syscall(long number, ...) {
    NEXT(syscall);
    va_list arguments;
    va_start(arguments, number);
    long a = va_arg(arguments, long), b = va_arg(arguments, long), c = va_arg(arguments, long);
    long d = va_arg(arguments, long), e = va_arg(arguments, long), f = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_renameat2 && fails("rename", (int)a, (const char *)b) && code) return -1;
    return next(number, a, b, c, d, e, f);
}

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    return (int)syscall(SYS_renameat2, from, old, to, new, flags);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
    NEXT(linkat);
    return fails("link", to, new) && code ? -1 : next(from, old, to, new, flags);
}

int unlinkat(int folder, const char *name, int flags) {
    NEXT(unlinkat);
    return fails("unlink", folder, name) && code ? -1 : next(folder, name, flags);
}

int flock(int descriptor, int operation) {
    NEXT(flock);
    return fails("flock", descriptor, NULL) && code ? -1 : next(descriptor, operation);
}

/* Sockets are in recordings' folders, which their addresses name by a descriptor. */
int connect(int descriptor, const struct sockaddr *address, socklen_t size) {
    NEXT(connect);
    const char *path = address->sa_family == AF_UNIX ? ((const struct sockaddr_un *)address)->sun_path : "";
    const char *name = strrchr(path, '/');
    int isOurs = name && strcmp(name, "/control.sock") == 0;
    return isOurs && fails("connect", -1, root) && code ? -1 : next(descriptor, address, size);
}

int pipe2(int *ends, int flags) {
    NEXT(pipe2);
    return fails("pipe", -1, root) && code ? -1 : next(ends, flags);
}

int fstat(int descriptor, struct stat *status) {
    NEXT(fstat);
    return fails("stat", descriptor, NULL) && code ? -1 : next(descriptor, status);
}

int openat(int folder, const char *name, int flags, ...) {
    NEXT(openat);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    int writes = (flags & O_ACCMODE) != O_RDONLY;
    if (fails("openat", folder, name) && code) return -1;
    return writes && fails("open", folder, name) && code ? -1 : next(folder, name, flags, mode);
}

int openat64(int folder, const char *name, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return openat(folder, name, flags, mode);
}
