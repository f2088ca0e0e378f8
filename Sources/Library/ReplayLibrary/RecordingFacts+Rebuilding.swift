import Files
import FoundationEssentials
import MediaTime

extension RecordingFacts {
    /// Returns the facts that remain for a recording whose `recording.json` cannot be read.
    static func rebuilt(_ id: RecordingID, in folder: Directory, because error: any Error) -> RecordingFacts {
        // Only a recorder writes its progress into the lock file.
        let origin: Origin = RecordingLock.lastNote(in: folder) == nil ? .imported : .screen
        var facts = RecordingFacts(id: id, name: nil, createdAt: id.date ?? .distantPast, origin: origin)
        facts.damage = "\(error); the facts of the recording were derived from its movie"
        return facts
    }
}

extension RecordingID {
    /// The start of the recording in UTC, read from the id; nil if the id was not generated.
    fileprivate var date: Date? {
        let digits = description.prefix(15).filter { $0 != "-" }
        guard digits.utf8.count == 14, description.utf8.count > 15 else { return nil }
        let format = Date.ISO8601FormatStyle(
            dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted, timeZone: .gmt)
        // Digits that are not a date did not come from a generated id.
        return try? Date("\(digits.prefix(8))T\(digits.suffix(6))Z", strategy: format)
    }
}
