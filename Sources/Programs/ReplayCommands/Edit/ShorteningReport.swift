import ReplayCommandLine

/// The report of `replay trim --dry-run`.
struct ShorteningReport: Encodable {
    let id: RecordingID
    let ranges: [TimeRange]
    /// The speed of the ranges, or nil if they are removed.
    let speed: String?
    let editedDuration: MediaTime
    let newDuration: MediaTime

    /// - Throws: `EditError` if nothing would be left.
    init(_ operations: [EditOperation], of edit: Edit, id: RecordingID) throws {
        self.id = id
        ranges = operations.flatMap(\.ranges)
        speed =
            operations.lazy.compactMap { if case .speed(_, let speed, _) = $0 { speed.description } else { nil } }.first
        editedDuration = edit.editedDuration
        newDuration = try operations.reduce(into: edit) { try $0.apply($1) }.editedDuration
    }

    /// A sentence with the number of ranges and the time that they save.
    var sentence: String {
        guard !ranges.isEmpty else { return "nothing to remove: no range is that long" }
        let count = ranges.count == 1 ? "1 range" : "\(ranges.count) ranges"
        let verb = speed.map { "plays \(count) at \($0)" } ?? "removes \(count)"
        return "\(verb): \((editedDuration - newDuration).timecode()) shorter"
    }

    func print(_ output: OutputOptions) throws {
        if output.json { return try Output.json(self) }
        if !ranges.isEmpty {
            var table = Table(["FROM", "TO", "LENGTH"])
            for range in ranges { table.add([range.start, range.end, range.duration].map { $0.timecode() }) }
            Swift.print(table.text + "\n")
        }
        Swift.print(sentence)
        Swift.print("\(editedDuration.timecode()) would become \(newDuration.timecode())")
    }
}
