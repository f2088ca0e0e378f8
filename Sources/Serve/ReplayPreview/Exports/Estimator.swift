import ReplayExporter
import ReplayLibrary
import ReplayRendering
import ReplayTimeline
import Threads

/// An estimator of exports. It runs one trial at a time, because each uses all processors for some seconds.
actor Estimator {
    private struct Subject: Hashable {
        let recording: RecordingID
        let edit: Edit
        let preset: Preset
    }

    private struct Trial {
        let subject: Subject
        let cancellation: ExportCancellation
        let task: Task<ExportEstimate, any Error>
    }

    private static let limit = 32

    private var trial: Trial?
    private var known: [Subject: ExportEstimate] = [:]

    /// Estimates an export of a session's edit. A trial for another subject is cancelled.
    /// - Throws: The errors of `Exporter.estimate`; `ExportError.cancelled` if another estimate was
    ///   requested meanwhile.
    func estimate(_ contents: RecordingContents, with preset: Preset) async throws -> ExportEstimate {
        let subject = Subject(
            recording: contents.recording.id, edit: contents.session.edit, preset: preset)
        if let estimate = known[subject] { return estimate }
        if let trial, trial.subject == subject { return try await trial.task.value }
        cancel()
        let (exporter, cancellation) = (Exporter(contents.session, preset: preset), ExportCancellation())
        let task = Task {
            try await WorkerThread.run(named: "estimate") { try exporter.estimate(cancellation) }
        }
        trial = Trial(subject: subject, cancellation: cancellation, task: task)
        defer { if trial?.cancellation === cancellation { trial = nil } }
        let estimate = try await task.value
        if known.count >= Self.limit { known.removeAll() }
        known[subject] = estimate
        return estimate
    }

    /// Cancels the running trial.
    func cancel() {
        trial?.cancellation.cancel()
        trial = nil
    }
}
