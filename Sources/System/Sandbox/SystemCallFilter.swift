import CLinux
import Glibc

/// A program of classic BPF that judges system calls as a policy says (seccomp(2)).
package struct SystemCallFilter: Sendable {
    /// An instruction, with the fields of `sock_filter`.
    package struct Instruction: Equatable, Sendable {
        package var code: UInt16
        /// The number of instructions to skip if a comparison is true.
        package var jumpIfTrue: UInt8 = 0
        /// The number of instructions to skip if a comparison is false.
        package var jumpIfFalse: UInt8 = 0
        package var value: UInt32

        static func load(_ offset: Int) -> Instruction { Instruction(code: 0x20, value: UInt32(offset)) }
        static func mask(_ bits: UInt32) -> Instruction { Instruction(code: 0x54, value: bits) }
        static func end(_ verdict: SystemCallPolicy.Verdict) -> Instruction {
            Instruction(code: 0x06, value: verdict.action)
        }
        static func unlessEqual(_ value: UInt32, skip count: Int) -> Instruction {
            Instruction(code: 0x15, jumpIfFalse: UInt8(count), value: value)
        }
        static func unlessAtLeast(_ value: UInt32, skip count: Int) -> Instruction {
            Instruction(code: 0x35, jumpIfFalse: UInt8(count), value: value)
        }
    }

    package let instructions: [Instruction]

    /// The places of the fields in `seccomp_data`, in bytes.
    private enum Offset {
        static let number = 0
        static let architecture = 4
        /// The lower half of an argument. Both architectures are little-endian.
        static func argument(_ number: Int) -> Int { 16 + 8 * number }
    }

    #if arch(x86_64)
        /// `AUDIT_ARCH_X86_64`, which Swift does not import.
        package static let architecture: UInt32 = 0xC000_003E
        /// The first number of the x32 system calls, which have the same architecture.
        private static let foreignNumbers: UInt32? = 0x4000_0000
    #elseif arch(arm64)
        /// `AUDIT_ARCH_AARCH64`
        package static let architecture: UInt32 = 0xC000_00B7
        private static let foreignNumbers: UInt32? = nil
    #endif

    /// Compiles a policy. A call of another architecture kills the process.
    package init(_ policy: SystemCallPolicy) {
        var program: [Instruction] = [
            .load(Offset.architecture), Instruction(code: 0x15, jumpIfTrue: 1, value: Self.architecture), .end(.kill),
            .load(Offset.number),
        ]
        if let foreign = Self.foreignNumbers { program += [.unlessAtLeast(foreign, skip: 1), .end(.kill)] }
        for (number, rule) in policy.rules.sorted(by: { $0.key < $1.key }) {
            let block = Self.block(rule)
            program += [.unlessEqual(UInt32(bitPattern: number), skip: block.count)] + block
        }
        instructions = program + [.end(policy.otherwise)]
    }

    /// Returns the instructions of one rule. Each path through them ends with a verdict.
    private static func block(_ rule: SystemCallPolicy.Rule) -> [Instruction] {
        rule.clauses.flatMap(block) + [.end(rule.otherwise)]
    }

    private static func block(_ clause: SystemCallPolicy.Clause) -> [Instruction] {
        clause.conditions.reversed().reduce([.end(clause.verdict)]) { rest, condition in
            switch condition {
            case .equals(let argument, let value):
                [.load(Offset.argument(argument)), .unlessEqual(value, skip: rest.count)] + rest
            case .bits(let argument, let mask, let value):
                [.load(Offset.argument(argument)), .mask(mask), .unlessEqual(value, skip: rest.count)] + rest
            case .isNull(let argument):
                [
                    .load(Offset.argument(argument)), .unlessEqual(0, skip: rest.count + 2),
                    .load(Offset.argument(argument) + 4), .unlessEqual(0, skip: rest.count),
                ] + rest
            }
        }
    }

    /// Installs the filter in all threads of this process. It cannot be removed.
    /// - Returns: The `errno` of the failure; nil if the filter is in force.
    func install() -> Int32? {
        let program = instructions.map {
            sock_filter(code: $0.code, jt: $0.jumpIfTrue, jf: $0.jumpIfFalse, k: $0.value)
        }
        // The number of a thread that cannot be synchronized is positive.
        let result = replay_seccomp_install(program, UInt16(program.count))
        return result == 0 ? nil : result > 0 ? ESRCH : errno
    }
}

extension SystemCallPolicy.Verdict {
    /// The return value of the filter (`SECCOMP_RET_…`).
    package var action: UInt32 {
        switch self {
        case .allow: 0x7FFF_0000
        case .refuse(let code): 0x0005_0000 | UInt32(code)
        case .kill: 0x8000_0000
        }
    }
}
