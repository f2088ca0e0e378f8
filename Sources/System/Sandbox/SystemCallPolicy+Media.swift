import CLinux
import Glibc

extension SystemCallPolicy {
    /// The policy of processes that decode and encode media: calculation, threads, time, and files that are open.
    ///
    /// A call that is not listed fails with `ENOSYS`, as on an older kernel, so that a new version of a library takes
    /// another way. A call that would leave the sandbox fails with `EPERM` or `EACCES`, if libraries try it in good
    /// faith. The others kill the process.
    ///
    /// No path can be opened. So the process must not use Dispatch, which ends a process that cannot read `/proc`.
    package static let media: SystemCallPolicy = {
        var policy = SystemCallPolicy(otherwise: .refuse(ENOSYS))
        policy.set(.allow, for: memory + threads + time + files + waiting + identity)
        policy.set(.refuse(EPERM), for: privileges)
        policy.set(.refuse(EACCES), for: names)
        policy.set(.kill, for: attacks)
        policy.addRulesWithArguments()
        return policy
    }()

    private static let memory = [SYS_brk, SYS_madvise, SYS_mremap, SYS_munmap]

    private static let threads = [
        SYS_exit, SYS_exit_group, SYS_futex, SYS_get_robust_list, SYS_gettid, SYS_membarrier, SYS_rseq,
        SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sched_getaffinity, SYS_sched_getparam,
        SYS_sched_getscheduler, SYS_sched_yield, SYS_set_robust_list, SYS_sigaltstack,
        // libnuma, which x265 loads.
        SYS_get_mempolicy, SYS_set_mempolicy,
    ]

    private static let time = [
        SYS_clock_getres, SYS_clock_gettime, SYS_clock_nanosleep, SYS_getrusage, SYS_gettimeofday, SYS_nanosleep,
        SYS_timerfd_create, SYS_timerfd_gettime, SYS_timerfd_settime, SYS_times,
    ]

    /// Calls on descriptors.
    private static let files = [
        SYS_close, SYS_copy_file_range, SYS_dup, SYS_dup3, SYS_fadvise64, SYS_fdatasync, SYS_flock,
        SYS_fstat, SYS_fstatfs, SYS_fsync, SYS_ftruncate, SYS_getdents64, SYS_lseek, SYS_pipe2, SYS_pread64,
        SYS_preadv, SYS_pwrite64, SYS_pwritev, SYS_read, SYS_readv, SYS_write, SYS_writev,
        // On the socket to the parent. Other sockets cannot be made.
        SYS_recvfrom, SYS_recvmsg, SYS_sendmsg, SYS_sendto, SYS_shutdown,
    ]

    private static let waiting: [Int32] = {
        let calls = [
            SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_ppoll, SYS_pselect6,
            SYS_restart_syscall,
        ]
        #if arch(x86_64)
            return calls + [SYS_epoll_wait, SYS_poll, SYS_select]
        #else
            return calls
        #endif
    }()

    /// Facts about the process and the machine that are no secret.
    private static let identity = [
        SYS_getcpu, SYS_getegid, SYS_geteuid, SYS_getgid, SYS_getpid, SYS_getppid, SYS_getrandom, SYS_getuid,
        SYS_sysinfo, SYS_uname,
    ]

    /// Calls that change what the process or another one may do, or that reach another process or machine.
    private static let privileges = [
        SYS_accept, SYS_accept4, SYS_bind, SYS_capset, SYS_connect, SYS_kill, SYS_listen, SYS_sched_setaffinity,
        SYS_sched_setattr, SYS_sched_setparam, SYS_sched_setscheduler, SYS_setgid, SYS_setgroups, SYS_setns,
        SYS_setpriority, SYS_setregid, SYS_setresgid, SYS_setresuid, SYS_setreuid, SYS_setrlimit, SYS_setsid,
        SYS_setuid, SYS_socket, SYS_socketpair, SYS_unshare,
    ]

    /// Calls that name a file.
    private static let names: [Int32] = {
        let calls = [
            SYS_chdir, SYS_chroot, SYS_faccessat, SYS_faccessat2, SYS_fchdir, SYS_fchmodat, SYS_fchown,
            SYS_fchownat, SYS_linkat, SYS_mkdirat, SYS_mknodat, SYS_openat, SYS_readlinkat, SYS_renameat2, SYS_statfs,
            SYS_symlinkat,
            SYS_truncate, SYS_unlinkat, SYS_utimensat,
        ]
        #if arch(x86_64)
            return calls + [
                SYS_access, SYS_chmod, SYS_chown, SYS_creat, SYS_lchown, SYS_link, SYS_lstat, SYS_mkdir, SYS_mknod,
                SYS_open, SYS_readlink, SYS_rename, SYS_renameat, SYS_rmdir, SYS_stat, SYS_symlink, SYS_unlink,
            ]
        #else
            return calls + [SYS_renameat]
        #endif
    }()

    /// Calls that no library makes in good faith here.
    private static let attacks = [
        SYS_add_key, SYS_bpf, SYS_execve, SYS_execveat, SYS_kexec_load, SYS_keyctl, SYS_mount, SYS_perf_event_open,
        SYS_pidfd_getfd, SYS_pivot_root, SYS_process_vm_readv, SYS_process_vm_writev, SYS_ptrace, SYS_request_key,
        SYS_umount2, SYS_userfaultfd,
    ]

    /// Flags that Swift's Glibc module lacks.
    private enum Flag {
        /// `AT_EMPTY_PATH`
        static let emptyPath: UInt32 = 0x1000
        /// `CLONE_VM`, `CLONE_FS`, `CLONE_FILES`, `CLONE_SIGHAND` and `CLONE_THREAD`: a thread that shares everything.
        static let thread: UInt32 = 0x10F00
    }

    private mutating func addRulesWithArguments() {
        // fstat(3) of glibc 2.33 and later. The kernel ignores the flag if there is a path, so sizes and dates of files can be
        // read, which no filter can tell apart.
        let byDescriptor = Condition.bits(argument: 3, mask: Flag.emptyPath, Flag.emptyPath)
        allow(SYS_newfstatat, if: [[byDescriptor]], otherwise: .refuse(EACCES))
        // Other modes reserve space beyond the limit of a file's size.
        allow(SYS_fallocate, if: [[.equals(argument: 1, 0)]], otherwise: .refuse(EOPNOTSUPP))
        allowMapping()
        allowStartingThreads()
        // Files that the parent makes are private already. The call seems to succeed, so that no file's mode changes.
        set(.refuse(0), for: [SYS_fchmod])
        // A process may read its own limits only.
        allow(
            SYS_prlimit64, if: [[.equals(argument: 0, 0), .isNull(argument: 2)]], otherwise: .refuse(EPERM))
        allow(SYS_prctl, if: [[.equals(argument: 0, UInt32(PR_SET_NAME))]], otherwise: .refuse(EPERM))
        let commands = [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_SETLK, F_SETLKW, F_GETLK]
        allow(SYS_fcntl, if: commands.map { [.equals(argument: 1, UInt32($0))] }, otherwise: .refuse(EPERM))
        // isatty(3). Any other request could type into a terminal.
        allow(SYS_ioctl, if: [[.equals(argument: 1, UInt32(TCGETS))]], otherwise: .refuse(EPERM))
        // abort(3) and raise(3) signal a thread of the process.
        allow(SYS_tgkill, if: [[.equals(argument: 0, UInt32(getpid()))]], otherwise: .refuse(EPERM))
    }

    /// Allows memory that cannot be executed.
    private mutating func allowMapping() {
        let data = [Condition.bits(argument: 2, mask: UInt32(PROT_EXEC), 0)]
        allow(SYS_mmap, if: [data], otherwise: .refuse(EACCES))
        allow(SYS_mprotect, if: [data], otherwise: .refuse(EACCES))
    }

    /// Allows threads but no processes. `clone3` passes its flags in memory, where no filter can read them, so it fails
    /// as on an older kernel, and glibc calls `clone`.
    private mutating func allowStartingThreads() {
        allow(SYS_clone, if: [[.bits(argument: 0, mask: Flag.thread, Flag.thread)]], otherwise: .refuse(EPERM))
        #if arch(x86_64)
            set(.refuse(EPERM), for: [SYS_fork, SYS_vfork])
        #endif
    }
}
