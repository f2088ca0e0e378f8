import ReplayJSON

/// The text of a job file, which provides the positions for errors.
struct JobText {
    /// The path as the user gave it.
    let path: String
    private let text: JSON5Text

    init(path: String, bytes: [UInt8]) {
        self.path = path
        text = JSON5Text(bytes)
    }

    func parse() throws(JobFileError) -> JSON5Value {
        do throws(JSON5Error) {
            return try text.parse()
        } catch {
            throw self.error(error.reason, at: error.offset)
        }
    }

    func error(_ reason: String, at offset: Int) -> JobFileError {
        JobFileError(path: path, at: text.place(of: offset), reason)
    }

    /// Returns the line number of an offset, from 1.
    func line(of offset: Int) -> Int { text.line(of: offset) }

    func object(_ value: JSON5Value, named name: String) throws(JobFileError) -> JobObject {
        guard case .object(let members) = value.content else {
            throw error("\(name) must be an object, but is \(value.kind)", at: value.offset)
        }
        return JobObject(text: self, offset: value.offset, members: members)
    }
}
