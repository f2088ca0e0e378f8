import Glibc

/// What a file or folder is called that is not whole yet: `.replay-BOOT-HOST-RANDOM.part`.
///
/// A lock tells whether somebody is at work on it. Where the lock is no help, because another machine may hold one that this
/// one does not see, the name tells whose it is.
package struct TemporaryName: Hashable, Sendable {
    /// What a try to lock it came to.
    package enum Lock: Sendable {
        case free, held
        /// The file system has no locks.
        case unknown
    }

    package static let prefix = ".replay-"
    private static let suffix = ".part"
    /// How long nothing is written by a process that has died, where only time can tell.
    package static let maxPause: Int64 = 86_400

    package let text: String
    package let machine: Machine

    /// One that nothing has.
    package init(on machine: Machine = .current) {
        self.machine = machine
        let random = UInt64.random(in: 0 ... .max).hexadecimal
        text = "\(Self.prefix)\(machine.boot)-\(machine.host)-\(random)\(Self.suffix)"
    }

    /// Nil: it is no such name.
    package init?(_ name: String) {
        let bytes = name.utf8
        guard bytes.starts(with: Self.prefix.utf8), bytes.suffix(Self.suffix.utf8.count).elementsEqual(Self.suffix.utf8)
        else { return nil }
        let words = bytes.dropFirst(Self.prefix.utf8.count).dropLast(Self.suffix.utf8.count).split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard words.map(\.count) == [8, 8, 16] else { return nil }
        machine = Machine(hostTag: String(Substring(words[1])), bootTag: String(Substring(words[0])))
        text = name
    }

    /// Whether nobody is at work on it any more.
    /// - Parameter idle: since when nothing was written to it, in seconds.
    package func isAbandoned(_ lock: Lock, idle: Int64, on here: Machine = .current) -> Bool {
        switch lock {
        case .held: false
        case .free where machine.boot == here.boot: true
        case .free, .unknown: machine.isEarlierBoot(of: here) || idle > Self.maxPause
        }
    }
}
