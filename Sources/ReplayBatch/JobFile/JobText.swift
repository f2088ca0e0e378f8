import MediaTime

/// The text of a job file, by which what is wrong in it is told.
struct JobText {
    /// As it was named.
    let path: String
    private let bytes: [UInt8]
    /// Where lines begin, in bytes.
    private let lines: [Int]

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        lines = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    func parse() throws(JobFileError) -> JSON5Value {
        do throws(JSON5Error) {
            return try JSON5Parser.parse(bytes)
        } catch {
            throw self.error(error.reason, at: error.offset)
        }
    }

    func error(_ reason: String, at offset: Int) -> JobFileError {
        JobFileError(path: path, at: place(of: offset), reason)
    }

    /// From 1.
    func line(of offset: Int) -> Int { lines.partitioningIndex { $0 > offset } }

    private func place(of offset: Int) -> TextPlace {
        let line = line(of: offset)
        let before = String(decoding: bytes[lines[line - 1]..<min(offset, bytes.count)], as: UTF8.self)
        return TextPlace(line: line, column: before.count + 1)
    }

    func object(_ value: JSON5Value, _ name: String) throws(JobFileError) -> JobObject {
        guard case .object(let members) = value.content else {
            throw error("\(name) must be an object, but is \(value.kind)", at: value.offset)
        }
        return JobObject(text: self, offset: value.offset, members: members)
    }
}
