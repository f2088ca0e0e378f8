/// The decoded path and query of a request (RFC 9112, section 3.2.1: the origin form; RFC 3986 for its parts).
struct RequestTarget: Equatable, Sendable {
    /// The components of the path. Empty for `/`. No component is empty, `.` or `..`, or contains a slash or a NUL.
    let path: [String]
    /// The parameters of the query, in the encoding of forms: `+` is a space.
    let query: [String: String]

    /// The target `/`.
    static let root = RequestTarget(path: [], query: [:])

    private init(path: [String], query: [String: String]) { (self.path, self.query) = (path, query) }

    /// Parses a target.
    /// - Returns: The target. Nil if the text is not in the origin form, has a forbidden component, or names a
    ///   parameter twice. Nil also if it is not UTF-8 after decoding.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.first == UInt8(ascii: "/"), !text.utf8.contains(UInt8(ascii: "#")),
            let path = Self.path(first.dropFirst()), let query = Self.query(parts.dropFirst().first)
        else { return nil }
        (self.path, self.query) = (path, query)
    }

    private static func path(_ bytes: Substring.UTF8View) -> [String]? {
        guard !bytes.isEmpty else { return [] }
        var path: [String] = []
        for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let component = decoded(part), !["", ".", ".."].contains(component),
                !component.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
            else { return nil }
            path.append(component)
        }
        return path
    }

    private static func query(_ bytes: Substring.UTF8View?) -> [String: String]? {
        var query: [String: String] = [:]
        for part in bytes?.split(separator: UInt8(ascii: "&")) ?? [] {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair.first.flatMap(parameter), query[name] == nil,
                let value = pair.count > 1 ? parameter(pair[1]) : ""
            else { return nil }
            query[name] = value
        }
        return query
    }

    private static func parameter(_ bytes: Substring.UTF8View) -> String? {
        decoded(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }

    /// Returns the text with percent-encoding decoded, or nil if it is invalid.
    private static func decoded(_ bytes: some Sequence<UInt8>) -> String? {
        var (result, iterator) = ([UInt8](), bytes.makeIterator())
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
                return nil
            }
            result.append(high << 4 | low)
        }
        return String(validating: result, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
