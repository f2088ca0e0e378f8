import Files

/// An entry of a file beside the movie. All entries of a file have the same length.
protocol RecordingEntry {
    /// The size of an entry, in bytes.
    static var length: Int { get }
    /// The time on the movie's clock, in ticks; 0 or more.
    var time: Int64 { get }

    /// Reads an entry, or returns nil if the bytes are not a valid entry.
    init?(_ bytes: ArraySlice<UInt8>)
}

extension RecordingEntry {
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
    /// - Parameter limit: The size of the file, in bytes, beyond which nothing is read.
    func readEntries<Entry: RecordingEntry>(
        of name: String, limit: Int64, _ body: (Entry) -> Bool
    ) throws(FileSystemError) {
        guard folder.status(of: name)?.type == .regular else { return }
        let length = Self.entryChunk * Entry.length
        var (offset, last): (Int64, Int64) = (0, 0)
        while offset < limit {
            let chunk = try folder.contents(of: name, from: offset, first: length)
            for start in stride(from: 0, to: chunk.count, by: Entry.length) {
                let bytes = chunk[start..<min(start + Entry.length, chunk.count)]
                guard let entry = Entry(bytes), entry.time >= last, body(entry) else { return }
                last = entry.time
            }
            guard chunk.count == length else { return }
            offset += Int64(chunk.count)
        }
    }

    /// Removes damaged entries of a file, and those later than an instant. A killed recorder may have written entries past
    /// the movie's end.
    /// - Returns: The number of entries that remain.
    func cutEntries<Entry: RecordingEntry>(
        of name: String, limit: Int64, after time: Int64, as type: Entry.Type
    ) throws(FileSystemError) -> Int64 {
        guard folder.contains(name) else { return 0 }
        var count: Int64 = 0
        try readEntries(of: name, limit: limit) { (entry: Entry) in
            guard entry.time <= time else { return false }
            count += 1
            return true
        }
        try folder.truncate(name, to: count * Int64(Entry.length))
        return count
    }
}
