// Linux declarations that Swift's Glibc module does not import.
#ifndef REPLAY_CLINUX_H
#define REPLAY_CLINUX_H

#include <linux/falloc.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <unistd.h>

// Wrappers of variadic functions, which Swift does not import, and functions that glibc declares only with _GNU_SOURCE.
static inline int replay_disable_huge_pages(void) { return prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }
static inline int replay_process_open(int process) { return (int)syscall(SYS_pidfd_open, process, 0u); }
static inline int replay_process_signal(int descriptor, int number) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, number, (void *)0, 0u);
}
// Returns the space of the first bytes of a file to the file system; they become zeros.
static inline int replay_release_space(int descriptor, int64_t count) {
    return (int)syscall(SYS_fallocate, descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (int64_t)0, count);
}
// glibc 2.27
extern ssize_t copy_file_range(int, int64_t *, int, int64_t *, size_t, unsigned int);
// Copies from and to the current file offsets. File systems that support it share the blocks instead.
static inline ssize_t replay_copy_file_range(int from, int to, size_t count) {
    return copy_file_range(from, NULL, to, NULL, count, 0u);
}
// glibc 2.28
extern int renameat2(int, const char *, int, const char *, unsigned int);
static inline int replay_rename(int folder, const char *name, const char *other, unsigned int flags) {
    return renameat2(folder, name, folder, other, flags);
}
// Declarations of link.h that need _GNU_SOURCE. glibc has had them since 2.2.4.
#ifndef __USE_GNU
struct dl_phdr_info {
    ElfW(Addr) dlpi_addr;
    const char *dlpi_name;
    const ElfW(Phdr) *dlpi_phdr;
    ElfW(Half) dlpi_phnum;
};
extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);
#endif

#endif
