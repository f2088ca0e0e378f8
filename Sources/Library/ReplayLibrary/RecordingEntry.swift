package import Files

/// An entry of a file beside the movie. All entries of a file have the same length. A recording is complete without the file,
/// so everything from the first damaged entry on is ignored.
package protocol RecordingEntry: Sendable {
    /// The name of the file.
    static var fileName: String { get }
    /// The largest size of the file, in bytes. Entries beyond this size are neither written nor read.
    static var maxFileSize: Int64 { get }
    /// The size of an entry, in bytes.
    static var length: Int { get }
    /// The time on the movie's clock, in ticks; 0 or more.
    var time: Int64 { get }
    /// The entry as the file stores it, with its checksum.
    var bytes: [UInt8] { get }

    /// Reads an entry, or returns nil if the bytes are not a valid entry.
    init?(_ bytes: ArraySlice<UInt8>)
}

extension RecordingEntry {
    /// The number of ticks per second of `time`, as on the movie's clock.
    package static var timescale: Int32 { 90_000 }
    /// The largest valid time: no recording is as long as a year.
    static var maxTime: Int64 { Int64(timescale) * 86_400 * 366 }

    static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// Returns the value of at most eight little-endian bytes.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    /// Returns the Fletcher-16 checksum of the bytes.
    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt16 {
        var (sum, sums): (UInt16, UInt16) = (0, 0)
        for byte in bytes {
            sum = (sum + UInt16(byte)) % 255
            sums = (sums + sum) % 255
        }
        return sums << 8 | sum
    }
}

extension Recording {
    /// The number of entries to read at a time.
    private static let entryChunk = 4096

    /// Calls `body` with each entry of a file in order, until it returns false, or an entry is damaged or earlier than the
    /// one before.
    package func readEntries<Entry: RecordingEntry>(_ body: (Entry) -> Bool) throws(FileSystemError) {
        guard folder.status(of: Entry.fileName)?.type == .regular else { return }
        let length = Self.entryChunk * Entry.length
        var (offset, last): (Int64, Int64) = (0, 0)
        while offset < Entry.maxFileSize {
            let chunk = try folder.contents(of: Entry.fileName, from: offset, first: length)
            for start in stride(from: 0, to: chunk.count, by: Entry.length) {
                let bytes = chunk[start..<min(start + Entry.length, chunk.count)]
                guard let entry = Entry(bytes), entry.time >= last, body(entry) else { return }
                last = entry.time
            }
            guard chunk.count == length else { return }
            offset += Int64(chunk.count)
        }
    }

    /// Returns the entries in order, up to the first damaged one.
    package func entries<Entry: RecordingEntry>(of type: Entry.Type) throws(FileSystemError) -> [Entry] {
        var entries: [Entry] = []
        try readEntries { (entry: Entry) in
            entries.append(entry)
            return true
        }
        return entries
    }

    /// Prepares a file for new entries: removes damaged entries, and those later than an instant. A killed recorder may have
    /// written entries past the movie's end.
    /// - Parameter time: The instant on the movie's clock, in ticks of the entries.
    /// - Returns: The number of entries that remain.
    @discardableResult package func endEntries<Entry: RecordingEntry>(
        of type: Entry.Type, at time: Int64
    ) throws(FileSystemError) -> Int64 {
        guard folder.contains(Entry.fileName) else { return 0 }
        var count: Int64 = 0
        try readEntries { (entry: Entry) in
            guard entry.time <= time else { return false }
            count += 1
            return true
        }
        try folder.truncate(Entry.fileName, to: count * Int64(Entry.length))
        return count
    }
}
