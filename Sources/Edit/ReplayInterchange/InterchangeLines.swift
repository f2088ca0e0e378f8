/// The lines of a UTF-8 text that another program wrote, with any line endings.
struct InterchangeLines {
    let lines: [Substring]

    init(_ bytes: [UInt8], format: InterchangeFormat) throws(InterchangeError) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let string = String(validating: text, as: UTF8.self) else {
            throw InterchangeError(format, reason: "it is not UTF-8")
        }
        // Bytes are compared because a combining mark after a line ending, or CR LF, forms one `Character`.
        var lines: [Substring] = []
        var rest = string[...]
        while let end = rest.utf8.firstIndex(where: { $0 == 10 || $0 == 13 }) {
            lines.append(rest[..<end])
            let next = rest.utf8.index(after: end)
            let isPair = rest.utf8[end] == 13 && next < rest.endIndex && rest.utf8[next] == 10
            rest = rest[(isPair ? rest.utf8.index(after: next) : next)...]
        }
        self.lines = lines + [rest]
    }
}
