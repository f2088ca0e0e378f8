import CLinux
import Glibc
import ReplayTestSupport
import Testing

@testable import Sandbox

struct SystemCallFilterTests {
    /// Runs a filter as the kernel does, for the instructions that it uses.
    private func run(
        _ filter: SystemCallFilter, call: Int32, arguments: [UInt64],
        architecture: UInt32 = SystemCallFilter.architecture
    ) throws -> UInt32 {
        var data = [UInt32(bitPattern: call), architecture, 0, 0]
        data += arguments.flatMap { [UInt32(truncatingIfNeeded: $0), UInt32(truncatingIfNeeded: $0 >> 32)] }
        var (place, accumulator) = (0, UInt32(0))
        while filter.instructions.indices.contains(place) {
            let instruction = filter.instructions[place]
            place += 1
            switch instruction.code {
            case 0x20: accumulator = data[Int(instruction.value) / 4]
            case 0x54: accumulator &= instruction.value
            case 0x15:
                let isTrue = accumulator == instruction.value
                place += Int(isTrue ? instruction.jumpIfTrue : instruction.jumpIfFalse)
            case 0x35:
                let isTrue = accumulator >= instruction.value
                place += Int(isTrue ? instruction.jumpIfTrue : instruction.jumpIfFalse)
            case 0x06: return instruction.value
            default: Issue.record("instruction \(instruction)")
            }
        }
        throw Failure.noVerdict
    }

    private enum Failure: Error { case noVerdict }

    @Test func `The compiled filter gives the verdicts of its policy`() throws {
        var random = SplitMix64.seeded()
        let (policy, filter) = (SystemCallPolicy.media, SystemCallFilter(.media))
        for _ in 0..<40_000 {
            let call = Int32.random(in: 0..<500, using: &random)
            // Small values and single bits are those that the conditions look for.
            let arguments = (0..<6).map { _ in
                switch Int.random(in: 0..<3, using: &random) {
                case 0: UInt64.random(in: 0..<64, using: &random)
                case 1: UInt64(1) << UInt64.random(in: 0..<64, using: &random)
                default: UInt64.random(in: 0 ... .max, using: &random)
                }
            }
            let verdict = policy.verdict(for: call, arguments: arguments)
            #expect(try run(filter, call: call, arguments: arguments) == verdict.action)
        }
    }

    @Test func `Calls of another architecture kill the process`() throws {
        let filter = SystemCallFilter(.media)
        let none = [UInt64](repeating: 0, count: 6)
        let kill = SystemCallPolicy.Verdict.kill.action
        // AUDIT_ARCH_I386: its call 3 is read(2), but 3 is close(2) here.
        #expect(try run(filter, call: 3, arguments: none, architecture: 0x4000_0003) == kill)
        #if arch(x86_64)
            #expect(try run(filter, call: 0x4000_0000, arguments: none) == kill)
        #endif
    }

    @Test func `No path is opened, and only threads are started`() {
        func verdict(_ call: Int32, _ arguments: UInt64...) -> SystemCallPolicy.Verdict {
            SystemCallPolicy.media.verdict(for: call, arguments: arguments + Array(repeating: 0, count: 6))
        }
        #expect(verdict(SYS_openat, UInt64(bitPattern: Int64(AT_FDCWD)), 0, UInt64(O_RDONLY)) == .refuse(EACCES))
        // A pointer above 4 GiB whose lower half is 0 is no null pointer.
        #expect(verdict(SYS_prlimit64, 0, 0, 0) == .allow)
        #expect(verdict(SYS_prlimit64, 0, 0, 0x7_0000_0000) == .refuse(EPERM))
        // The flags of pthread_create(3) in glibc 2.36.
        #expect(verdict(SYS_clone, 0x3d0f00) == .allow)
        #expect(verdict(SYS_clone, UInt64(SIGCHLD)) == .refuse(EPERM))
        // A thread with descriptors of its own could have any number of them.
        #expect(verdict(SYS_clone, 0x3d0b00) == .refuse(EPERM))
        // FALLOC_FL_KEEP_SIZE
        #expect(verdict(SYS_fallocate, 3, 1) == .refuse(EOPNOTSUPP))
        #expect(verdict(SYS_clone3) == .refuse(ENOSYS))
        #expect(verdict(SYS_io_uring_setup) == .refuse(ENOSYS))
        #expect(verdict(SYS_execve) == .kill)
    }
}
