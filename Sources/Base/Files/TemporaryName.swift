import Glibc

/// The name of a file or folder that is not complete yet: `.replay-BOOT-HOST-RANDOM.part`.
///
/// A lock shows if a process still writes the file. A lock on another machine may not be visible here; the
/// name says which machine wrote the file.
package struct TemporaryName: Hashable, Sendable {
    /// The result of an attempt to lock the file.
    package enum Lock: Sendable {
        case free, held
        /// The file system does not support locks.
        case unknown
    }

    package static let prefix = ".replay-"
    private static let suffix = ".part"
    /// The time without a write, in seconds, after which the writer counts as dead if nothing else can tell.
    package static let maxPause: Int64 = 86_400

    package let text: String
    package let machine: Machine

    /// Creates a new, random name.
    package init(on machine: Machine = .current) {
        self.machine = machine
        let random = UInt64.random(in: 0 ... .max).hexadecimal
        text = "\(Self.prefix)\(machine.boot)-\(machine.host)-\(random)\(Self.suffix)"
    }

    /// Reads a name, or returns nil if the text is not a temporary name.
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

    /// Returns true if no process writes the file any longer.
    /// - Parameters:
    ///   - lock: The result of an attempt to lock the file.
    ///   - idle: The time since the file was last written, in seconds.
    package func isAbandoned(_ lock: Lock, idle: Int64, on here: Machine = .current) -> Bool {
        switch lock {
        case .held: false
        case .free where machine.boot == here.boot: true
        case .free, .unknown: machine.isEarlierBoot(of: here) || idle > Self.maxPause
        }
    }
}
