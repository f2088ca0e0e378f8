/// A parser of JSON5: JSON with comments, commas after the last item, and unquoted keys. The grammar is that of
/// https://spec.json5.org, but numbers that are not finite are refused.
///
/// Foundation can read JSON5 too, but traps on some bytes and does not report where an error is.
package struct JSON5Parser {
    /// The maximum nesting depth of values.
    private static let maxDepth = 64
    /// The maximum number of values in a text. Each value takes about 50 bytes of memory.
    private static let maxValues = 4_000_000
    /// The maximum length in bytes of a key, a number or another unquoted word, because errors quote them.
    static let maxName = 1000

    let text: [UInt8]
    var offset = 0
    private var valueCount = 0

    private init(_ text: [UInt8]) { self.text = text }

    /// Parses a whole text. Throws an error with the offset if the text is not valid JSON5.
    package static func parse(_ text: [UInt8]) throws(JSON5Error) -> JSON5Value {
        var parser = JSON5Parser(text)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { parser.offset = 3 }
        let value = try parser.value(depth: 0)
        try parser.skipSpace()
        guard parser.next == nil else { throw parser.unexpected("the end") }
        return value
    }

    /// The next byte, or nil at the end.
    var next: UInt8? { offset < text.count ? text[offset] : nil }

    func error(_ reason: String, at place: Int? = nil) -> JSON5Error {
        JSON5Error(offset: place ?? offset, reason: reason)
    }

    func unexpected(_ wanted: String) -> JSON5Error {
        guard next != nil else { return error("the text ends where \(wanted) is required") }
        let character = String(decoding: text[offset...].prefix(4), as: UTF8.self).first ?? "?"
        return error("“\(character)” is found where \(wanted) is required")
    }

    /// Skips the next byte and returns true if it is `byte`.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSON5Error) -> JSON5Value {
        try skipSpace()
        guard depth < Self.maxDepth else { throw error("values are nested more than \(Self.maxDepth) deep") }
        guard valueCount < Self.maxValues else { throw error("there are more than \(Self.maxValues) values") }
        valueCount += 1
        let start = offset
        return JSON5Value(content: try content(depth: depth), offset: start)
    }

    private mutating func content(depth: Int) throws(JSON5Error) -> JSON5Value.Content {
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try items(depth: depth))
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
        case .some(let byte) where byte.isNumberStart: return .number(try number())
        case .some(let byte) where byte.isNameStart: return try named()
        default: throw unexpected("a value")
        }
    }

    private mutating func named() throws(JSON5Error) -> JSON5Value.Content {
        let start = offset
        switch try name() {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "Infinity", "NaN": throw error("a number must be finite", at: start)
        case let word: throw error("“\(word)” is not a value; a string requires quotes", at: start)
        }
    }

    private mutating func items(depth: Int) throws(JSON5Error) -> [JSON5Value] {
        offset += 1
        var items: [JSON5Value] = []
        while true {
            try skipSpace()
            if skip(UInt8(ascii: "]")) { return items }
            items.append(try value(depth: depth + 1))
            try skipSpace()
            guard skip(UInt8(ascii: ",")) || next == UInt8(ascii: "]") else { throw unexpected("“,” or “]”") }
        }
    }

    private mutating func members(depth: Int) throws(JSON5Error) -> [JSON5Value.Member] {
        offset += 1
        var (members, keys) = ([JSON5Value.Member](), Set<String>())
        while true {
            try skipSpace()
            if skip(UInt8(ascii: "}")) { return members }
            let start = offset
            let key = try key()
            guard key.utf8.count <= Self.maxName else { throw error("a key is too long", at: start) }
            guard keys.insert(key).inserted else { throw error("the key “\(key)” occurs twice", at: start) }
            try skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw unexpected("“:”") }
            members.append(JSON5Value.Member(key: key, keyOffset: start, value: try value(depth: depth + 1)))
            try skipSpace()
            guard skip(UInt8(ascii: ",")) || next == UInt8(ascii: "}") else { throw unexpected("“,” or “}”") }
        }
    }

    private mutating func key() throws(JSON5Error) -> String {
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string()
        case .some(let byte) where byte.isNameStart: return try name()
        default: throw unexpected("a key")
        }
    }

    private mutating func name() throws(JSON5Error) -> String {
        let start = offset
        while let byte = next, byte.isNameStart || byte.isDigit { offset += 1 }
        guard offset - start <= Self.maxName else { throw error("a name is too long", at: start) }
        guard let name = String(validating: text[start..<offset], as: UTF8.self) else {
            throw error("a name is not UTF-8", at: start)
        }
        return name
    }
}
