/// A divider of bytes into lines. It keeps at most `maxLength` bytes, however long a line is. A pure value.
struct LineSplitter {
    /// The largest length of a line, in bytes.
    static let maxLength = 64 << 10

    /// The beginning of the line that is not complete yet.
    private var rest: [UInt8] = []
    /// True if the present line is too long. Its bytes are dropped up to its end.
    private var isSkipping = false

    /// Adds bytes.
    /// - Returns: The lines that are complete now, without line ends. Empty lines are left out.
    mutating func add(_ bytes: some Collection<UInt8>) -> [Result<[UInt8], CommentFault>] {
        var lines: [Result<[UInt8], CommentFault>] = []
        var left = bytes[...]
        while let end = left.firstIndex(of: UInt8(ascii: "\n")) {
            if let fault = append(left[..<end]) { lines.append(.failure(fault)) }
            if let line = takeLine() { lines.append(.success(line)) }
            left = left[left.index(after: end)...]
        }
        if let fault = append(left) { lines.append(.failure(fault)) }
        return lines
    }

    /// Ends the last line.
    mutating func finish() -> [UInt8]? { takeLine() }

    /// - Returns: The fault if the line becomes too long here.
    private mutating func append(_ bytes: some Collection<UInt8>) -> CommentFault? {
        guard !isSkipping else { return nil }
        guard rest.count + bytes.count <= Self.maxLength else {
            (rest, isSkipping) = ([], true)
            return .tooLong
        }
        rest += bytes
        return nil
    }

    private mutating func takeLine() -> [UInt8]? {
        defer { (rest, isSkipping) = ([], false) }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        return isSkipping || rest.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? nil : rest
    }
}
