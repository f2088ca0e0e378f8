// Linux declarations that Swift's Glibc module does not import.
#ifndef REPLAY_CLINUX_H
#define REPLAY_CLINUX_H

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/falloc.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/wait.h>
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
// Raises a limit of another process of this user, at most to the highest that it may have.
static inline int replay_raise_limit(int process, int resource, rlim_t wanted) {
    struct rlimit limit;
    if (syscall(SYS_prlimit64, process, resource, (void *)0, &limit) != 0) return -1;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    return (int)syscall(SYS_prlimit64, process, resource, &limit, (void *)0);
}
// Closes all descriptors from `first` on.
static inline int replay_close_from(unsigned first) { return (int)syscall(SYS_close_range, first, ~0u, 0u); }
// Settings of this process that cannot be undone: execve(2) gives no new privileges, no core dumps and no reading of its memory.
static inline int replay_forbid_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
static inline int replay_forbid_inspection(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
// Gives up the capabilities of the superuser.
static inline int replay_drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    return (int)syscall(SYS_capset, &header, none);
}
// Kills this process when the thread that started it ends.
static inline int replay_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }
// Makes a system call by its number; tests of the sandbox make calls that glibc does not wrap.
static inline long replay_system_call(long number, long one, long two, long three) {
    return syscall(number, one, two, three, 0L, 0L, 0L);
}
// Installs a seccomp filter in all threads of this process.
static inline int replay_seccomp_install(const struct sock_filter *instructions, unsigned short count) {
    struct sock_fprog program = {count, (struct sock_filter *)instructions};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}
// Returns 0 if the kernel knows an action of seccomp filters.
static inline int replay_seccomp_has_action(uint32_t action) {
    return (int)syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0u, &action);
}
// Landlock's calls (Linux 5.13), which glibc does not wrap.
static inline int replay_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, (void *)0, (size_t)0, 1u);
}
// `rights` are the handled rights: of files, of the network, of scopes. Only the first `count` are passed, because an older kernel
// refuses more.
static inline int replay_landlock_create(const uint64_t *rights, size_t count) {
    return (int)syscall(SYS_landlock_create_ruleset, rights, count * sizeof *rights, 0u);
}
static inline int replay_landlock_restrict(int ruleset) { return (int)syscall(SYS_landlock_restrict_self, ruleset, 0u); }
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
// glibc 2.27
extern int pipe2(int *, int);
extern int memfd_create(const char *, unsigned int);
// Creates memory whose size cannot change, or returns -1. `flags` are MFD_CLOEXEC | MFD_ALLOW_SEALING.
static inline int replay_memory_create(const char *name) { return memfd_create(name, 3u); }
// Forbids others to write to the memory and to change its size: F_SEAL_SEAL, _SHRINK, _GROW and _FUTURE_WRITE. Maps that exist stay
// writable. F_ADD_SEALS is 1033.
static inline int replay_memory_seal(int memory) { return fcntl(memory, 1033, 0x1 | 0x2 | 0x4 | 0x10); }
// Fixes the size of the memory: F_SEAL_SEAL, _SHRINK and _GROW.
static inline int replay_memory_fix_size(int memory) { return fcntl(memory, 1033, 0x1 | 0x2 | 0x4); }
// Makes this process the parent of orphaned descendants, so that it can find and end them.
static inline int replay_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// Sends one message, with a descriptor unless that is below 0. The macros of control messages have no equivalent in Swift.
static inline ssize_t replay_send(int socket, const void *bytes, size_t count, int descriptor, int flags) {
    struct iovec part = {(void *)bytes, count};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message;
    memset(&message, 0, sizeof message);
    memset(&control, 0, sizeof control);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(&control.header), &descriptor, sizeof(int));
    }
    return sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}
// Receives one message. `descriptor` becomes the descriptor in it, or -1. A message that is longer than `count` is an error.
static inline ssize_t replay_receive(int socket, void *bytes, size_t count, int *descriptor, int flags) {
    struct iovec part = {bytes, count};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    // Exactly one descriptor fits. The kernel closes others.
    message.msg_controllen = CMSG_LEN(sizeof(int));
    *descriptor = -1;
    ssize_t length = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    if (length < 0) return length;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
        && header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    if (message.msg_flags & MSG_TRUNC) {
        if (*descriptor >= 0) close(*descriptor);
        *descriptor = -1;
        errno = EMSGSIZE;
        return -1;
    }
    return length;
}
// Starts a program, which the kernel kills when the calling thread ends, in a session of its own if `session` is not 0.
// posix_spawn(3) cannot do that. The descriptors must be above 3. They become 0 (`input`), 1 (`output`), 2 (`errors`) and,
// unless it is below 0, 3 (`socket`); all others are closed. Returns the process, or -1 with the reason in `errno`.
static inline __attribute__((noinline)) pid_t replay_spawn(
    const char *path, char *const *arguments, char *const *environment, int input, int output, int errors, int socket,
    int session) {
    volatile int failure = 0;
    pid_t parent = getpid();
    pid_t child = vfork();
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        if (session) setsid();
        // The parent may have ended before the kernel knows that it must kill this process.
        if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && getppid() == parent && dup2(input, 0) >= 0
            && dup2(output, 1) >= 0 && dup2(errors, 2) >= 0 && (socket < 0 || dup2(socket, 3) >= 0)) {
            syscall(SYS_close_range, socket < 0 ? 3u : 4u, ~0u, 0u);
            signal(SIGPIPE, SIG_DFL);
            signal(SIGXFSZ, SIG_DFL);
            sigprocmask(SIG_SETMASK, &none, 0);
            execve(path, arguments, environment);
        }
        failure = errno;
        _exit(127);
    }
    if (child > 0 && failure) {
        int status;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        errno = failure;
        return -1;
    }
    return child;
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
