// What Swift's Glibc module leaves out of Linux.
#ifndef REPLAY_CLINUX_H
#define REPLAY_CLINUX_H

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

// Variadic functions, which Swift does not import, and what glibc declares for GNU sources only.
static inline int replay_disable_huge_pages(void) { return prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }
static inline int replay_process_open(int process) { return (int)syscall(SYS_pidfd_open, process, 0u); }
static inline int replay_process_signal(int descriptor, int number) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, number, (void *)0, 0u);
}
// glibc 2.27
extern ssize_t copy_file_range(int, int64_t *, int, int64_t *, size_t, unsigned int);
// Copies from and to the present positions; file systems that can share blocks do so.
static inline ssize_t replay_copy_file_range(int from, int to, size_t count) {
    return copy_file_range(from, NULL, to, NULL, count, 0u);
}
// glibc 2.28
extern int renameat2(int, const char *, int, const char *, unsigned int);
static inline int replay_rename(int folder, const char *name, const char *other, unsigned int flags) {
    return renameat2(folder, name, folder, other, flags);
}
// Of link.h, where it is not declared: what glibc has had since 2.2.4.
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
