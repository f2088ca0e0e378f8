package import Files

extension RecordingLibrary {
    /// Returns the name, followed by a number if another recording already has that name.
    /// - Parameters:
    /// - id: The recording that gets the name, if it already exists.
    ///   - report: Called with a sentence for the user if the name gets a number.
    /// - Throws: `FileSystemError`.
    package func freeName(
        _ name: String, of id: RecordingID? = nil, report: (String) -> Void
    ) throws(FileSystemError) -> String {
        let taken = Set(try recordings().filter { $0.id != id }.compactMap(\.facts.name))
        guard taken.contains(name), !name.isEmpty else { return name }
        var number = 2
        while taken.contains("\(name) \(number)") { number += 1 }
        let free = "\(name) \(number)"
        report("a recording “\(name)” exists already; this one is named “\(free)”")
        return free
    }
}
