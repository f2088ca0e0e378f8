import ReplayTestSupport
import Testing

extension ChildProcess.Outcome {
    /// Expects a failure that follows the conventions: its exit code, one sentence on standard error and nothing on
    /// standard output.
    func expectComplaint(
        _ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(self.status == status, "\(errors)", sourceLocation: sourceLocation)
        #expect(data.isEmpty, sourceLocation: sourceLocation)
        let lines = errors.split(separator: "\n")
        #expect(lines.count == 1, "\(errors)", sourceLocation: sourceLocation)
        #expect(errors.hasPrefix("replay: "), "\(errors)", sourceLocation: sourceLocation)
        #expect(errors.hasSuffix("\n"), sourceLocation: sourceLocation)
        for word in words where !word.isEmpty {
            #expect(errors.contains(word), "\(errors)", sourceLocation: sourceLocation)
        }
    }
}
