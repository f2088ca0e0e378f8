/* A library for LD_PRELOAD that removes from every file system the features that vfat, NFS and some FUSE file systems
 * lack:
 *   PLAIN        words: “tmpfile” (O_TMPFILE), “noreplace” and “exchange” (flags of renameat2), “link” (hard links),
 *                “lock” (flock fails), “blind” (flock always succeeds, as if locks were not shared)
 *   PLAIN_KILL   “rename NAME”: the process is killed before something gets this name; “unlink”: before the first unlinkat
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int lacks(const char *word) {
    const char *words = getenv("PLAIN");
    return words && strstr(words, word);
}

static int refuse(int code) {
    errno = code;
    return -1;
}

static void die(const char *call, const char *name) {
    const char *wanted = getenv("PLAIN_KILL");
    size_t length = strlen(call);
    if (!wanted || strncmp(wanted, call, length) != 0) return;
    if (wanted[length] == 0 || strcmp(wanted + length + 1, name) == 0) kill(getpid(), SIGKILL);
}

int openat(int folder, const char *name, int flags, ...) {
    NEXT(openat);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if ((flags & O_TMPFILE) == O_TMPFILE && lacks("tmpfile")) return refuse(EOPNOTSUPP);
    return next(folder, name, flags, mode);
}

int openat64(int folder, const char *name, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return openat(folder, name, flags, mode);
}

int renameat(int from, const char *old, int to, const char *new) {
    NEXT(renameat);
    die("rename", new);
    return next(from, old, to, new);
}

int renameat2(int from, const char *old, int to, const char *new, unsigned int flags) {
    NEXT(renameat2);
    if (flags & RENAME_NOREPLACE && lacks("noreplace")) return refuse(EINVAL);
    if (flags & RENAME_EXCHANGE && lacks("exchange")) return refuse(EINVAL);
    return next(from, old, to, new, flags);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
    NEXT(linkat);
    return lacks("link") ? refuse(EPERM) : next(from, old, to, new, flags);
}

int unlinkat(int folder, const char *name, int flags) {
    NEXT(unlinkat);
    die("unlink", name);
    return next(folder, name, flags);
}

int flock(int file, int operation) {
    NEXT(flock);
    if (lacks("lock")) return refuse(ENOLCK);
    return lacks("blind") ? 0 : next(file, operation);
}
