/// A shortcut that the user pressed at an instant of a recording: an entry of the file beside the movie. A key that types a
/// character is never an entry without a modifier.
///
/// An entry is 32 bytes: the time (6 bytes), the modifiers (1), and the key's name with its length before it (1 and 22). A
/// checksum (2) is last. The numbers are little-endian. A hole in a sparse file reads as zeros, which are not an
/// entry.
package struct KeyEntry: Hashable, Sendable, RecordingEntry {
    /// The modifiers that were held.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let control = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let superKey = Modifiers(rawValue: 4)
        package static let shift = Modifiers(rawValue: 8)
    }

    /// The file exists only if the user asked to record shortcuts.
    package static let fileName = "keys.bin"
    /// The size of half a million entries.
    package static let maxFileSize: Int64 = 16 << 20
    /// The size of an entry, in bytes.
    package static let length = 32
    /// The greatest length of a key's name, in bytes.
    private static let maxNameLength = 22

    /// The time on the movie's clock, in ticks of `timescale`; 0 or more.
    package let time: Int64
    package let modifiers: Modifiers
    /// The name of the key, such as `S` or `F5`. A longer name than an entry can store is cut.
    package let key: String

    package init(time: Int64, modifiers: Modifiers, key: String) {
        (self.time, self.modifiers) = (time, modifiers)
        self.key = String(decoding: key.utf8.prefix(Self.maxNameLength), as: UTF8.self)
    }
}

extension KeyEntry {
    package var bytes: [UInt8] {
        let name = Array(key.utf8.prefix(Self.maxNameLength))
        let rest = [UInt8](repeating: 0, count: Self.maxNameLength - name.count)
        let head = Self.bytes(of: UInt64(bitPattern: time)).prefix(6) + [modifiers.rawValue, UInt8(name.count)]
        let body = head + name + rest
        return body + Self.bytes(of: Self.checksum(of: body[...]))
    }

    /// Reads an entry, or returns nil if the bytes are not a valid entry.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        let (body, rest) = (bytes.prefix(Self.length - 2), bytes.suffix(2))
        let fields = Array(body)
        let (time, length) = (Int64(Self.number(fields[0..<6])), Int(fields[7]))
        guard Self.number(rest) == UInt64(Self.checksum(of: body)), time <= Self.maxTime, fields[6] < 16,
            (1...Self.maxNameLength).contains(length)
        else { return nil }
        self.init(
            time: time, modifiers: Modifiers(rawValue: fields[6]),
            key: String(decoding: fields[8..<8 + length], as: UTF8.self))
    }
}
