import ReplayJSON
import ReplayLibrary
import ReplayMovie

/// An object of a job file. It returns values of the wanted type by key, or throws an error with the position.
struct JobObject {
    let text: JobText
    /// The offset of the object in bytes.
    let offset: Int
    private let members: [String: JSON5Value.Member]

    init(text: JobText, offset: Int, members: [JSON5Value.Member]) {
        self.text = text
        self.offset = offset
        self.members = Dictionary(members.map { ($0.key, $0) }) { first, _ in first }
    }

    private init(text: JobText, offset: Int, members: [String: JSON5Value.Member]) {
        self.text = text
        self.offset = offset
        self.members = members
    }

    /// The line number of the object, from 1.
    var line: Int { text.line(of: offset) }

    /// Returns this object with the values of another one for the keys that are missing here.
    func filled(from other: JobObject?) -> JobObject {
        guard let other else { return self }
        return JobObject(text: text, offset: offset, members: members.merging(other.members) { own, _ in own })
    }

    /// Checks that the object has only known keys.
    /// - Parameter former: Former keys that are still read but not suggested.
    /// - Throws: `JobFileError` if there is another key.
    func check(keys: [String], former: [String] = []) throws(JobFileError) {
        let unknown = members.values.filter { !(keys + former).contains($0.key) }.min { $0.keyOffset < $1.keyOffset }
        guard let unknown else { return }
        let likely = keys.first { $0.isLike(unknown.key) }.map { "did you mean “\($0)”?" }
        let remedy = likely ?? "the keys are \(keys.joined(separator: ", "))"
        throw text.error("there is no key “\(unknown.key)”; \(remedy)", at: unknown.keyOffset)
    }

    /// Returns an error.
    /// - Parameter key: The key to which the error refers, or nil for the object.
    func error(_ reason: String, at key: String? = nil) -> JobFileError {
        text.error(reason, at: key.flatMap { members[$0]?.value.offset } ?? offset)
    }

    /// Returns the value of a key, or nil if it is missing or null.
    func value(_ key: String) -> JSON5Value? {
        guard let value = members[key]?.value else { return nil }
        if case .null = value.content { return nil }
        return value
    }

    func string(_ key: String) throws(JobFileError) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let string) = value.content else { throw wrong(key, value: value, wanted: "a string") }
        guard !string.isEmpty, !string.utf8.contains(0) else {
            throw error("“\(key)” is empty or has a zero byte", at: key)
        }
        return string
    }

    func bool(_ key: String) throws(JobFileError) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let bool) = value.content else { throw wrong(key, value: value, wanted: "true or false") }
        return bool
    }

    func integer(_ key: String) throws(JobFileError) -> Int? {
        guard let value = value(key) else { return nil }
        guard case .number(let number) = value.content, let integer = Int(exactly: number) else {
            throw wrong(key, value: value, wanted: "a whole number")
        }
        return integer
    }

    func list(_ key: String) throws(JobFileError) -> [JSON5Value]? {
        guard let value = value(key) else { return nil }
        guard case .array(let values) = value.content else { throw wrong(key, value: value, wanted: "a list") }
        return values
    }

    func object(_ key: String) throws(JobFileError) -> JobObject? {
        guard let value = value(key) else { return nil }
        return try text.object(value, named: "“\(key)”")
    }

    /// Returns a value that must be one of a few words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of _: Choice.Type
    ) throws(JobFileError) -> Choice? where Choice.RawValue == String {
        guard let word = try string(key) else { return nil }
        guard let choice = Choice(rawValue: word) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("“\(key)” is “\(word)”, but must be one of \(words)", at: key)
        }
        return choice
    }

    private func wrong(_ key: String, value: JSON5Value, wanted: String) -> JobFileError {
        error("“\(key)” must be \(wanted), but is \(value.kind)", at: key)
    }
}

extension String {
    /// Returns true if the texts differ only in case, or in one letter that is missing, added or wrong. The other may
    /// then be a typing error.
    fileprivate func isLike(_ other: String) -> Bool {
        let (mine, theirs) = (Array(lowercased()), Array(other.lowercased()))
        guard abs(mine.count - theirs.count) <= 1 else { return false }
        let front = zip(mine, theirs).prefix { $0 == $1 }.count
        let back = zip(mine.reversed(), theirs.reversed()).prefix { $0 == $1 }.count
        return front + back >= max(mine.count, theirs.count) - 1
    }
}
