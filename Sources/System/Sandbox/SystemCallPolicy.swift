/// The system calls that a process may make, and the kernel's answer to all others.
package struct SystemCallPolicy: Sendable {
    /// The kernel's answer to a system call.
    package enum Verdict: Equatable, Sendable {
        case allow
        /// The call fails with this `errno`.
        case refuse(Int32)
        /// The process is killed by `SIGSYS`.
        case kill
    }

    /// A test of an argument, which is numbered from 0.
    package enum Condition: Equatable, Sendable {
        /// True if the lower 32 bits have this value. The kernel reads no more of an `int`.
        case equals(argument: Int, UInt32)
        /// True if the bits of the mask have this value, in the lower 32 bits.
        case bits(argument: Int, mask: UInt32, UInt32)
        /// True if all 64 bits are 0, as those of a null pointer.
        case isNull(argument: Int)

        func holds(for arguments: [UInt64]) -> Bool {
            switch self {
            case .equals(let argument, let value): UInt32(truncatingIfNeeded: arguments[argument]) == value
            case .bits(let argument, let mask, let value):
                UInt32(truncatingIfNeeded: arguments[argument]) & mask == value
            case .isNull(let argument): arguments[argument] == 0
            }
        }
    }

    /// A verdict that is given if all conditions hold.
    package struct Clause: Equatable, Sendable {
        package var conditions: [Condition]
        package var verdict: Verdict
    }

    /// The verdict for one system call: that of the first clause that applies, or else the last one.
    package struct Rule: Equatable, Sendable {
        package var clauses: [Clause] = []
        package var otherwise: Verdict
    }

    /// The rules by the numbers of the system calls.
    package private(set) var rules: [Int32: Rule] = [:]
    /// The verdict for system calls without a rule.
    package let otherwise: Verdict

    /// Creates a policy without rules.
    /// - Parameter otherwise: The verdict for system calls without a rule.
    package init(otherwise: Verdict) { self.otherwise = otherwise }

    /// Sets the verdict for system calls, whatever their arguments.
    package mutating func set(_ verdict: Verdict, for calls: [Int32]) {
        for call in calls { rules[call] = Rule(otherwise: verdict) }
    }

    /// Allows a system call if all conditions of one of the lists hold.
    /// - Parameter otherwise: The verdict in all other cases.
    package mutating func allow(_ call: Int32, if alternatives: [[Condition]], otherwise: Verdict) {
        rules[call] = Rule(
            clauses: alternatives.map { Clause(conditions: $0, verdict: .allow) }, otherwise: otherwise)
    }

    /// Returns the verdict for a call with six arguments. The compiled filter gives the same.
    package func verdict(for call: Int32, arguments: [UInt64]) -> Verdict {
        guard let rule = rules[call] else { return otherwise }
        let clause = rule.clauses.first { $0.conditions.allSatisfy { $0.holds(for: arguments) } }
        return clause?.verdict ?? rule.otherwise
    }
}
