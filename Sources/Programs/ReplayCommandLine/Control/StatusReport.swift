import ReplayControl
import ReplayLibrary

/// How a recording is doing, as far as its recorder says.
enum StatusReport: Encodable {
    /// Its recorder answered; the recording has this name.
    case answer(RecordingStatus, name: String?)
    /// Its recorder is stopped or stuck.
    case unresponsive(RecordingID)

    private enum CodingKeys: CodingKey { case name }

    private struct Unresponsive: Encodable {
        let id: RecordingID
        let state = "unresponsive"
    }

    /// Asks the recorders, all at once: one that does not answer delays none of the others.
    /// - Returns: in the order of the recordings; one that has ended meanwhile is left out.
    /// - Throws: `RecorderError` where a recorder refuses to say.
    static func all(of recordings: [Recording]) async throws -> [StatusReport] {
        try await withThrowingTaskGroup(of: (Int, StatusReport?).self) { group in
            for (index, recording) in recordings.enumerated() {
                group.addTask { (index, try await StatusReport.of(recording)) }
            }
            var reports = [StatusReport?](repeating: nil, count: recordings.count)
            for try await (index, report) in group { reports[index] = report }
            return reports.compactMap(\.self)
        }
    }

    private static func of(_ recording: Recording) async throws -> StatusReport? {
        do {
            for await case .status(let status) in try await ScreenRecorder.attach(to: recording).events {
                return .answer(status, name: recording.facts.name)
            }
            return nil
        } catch let error as RecorderError where error.kind == .unresponsive {
            return .unresponsive(recording.id)
        } catch let error as RecorderError where error.kind == .notRecording {
            return nil
        }
    }

    /// Whether the recording may not be growing.
    var isTrouble: Bool {
        switch self {
        case .answer(let status, _): status.state == .stalled
        case .unresponsive: true
        }
    }

    /// As people read it: what is wrong stands in a line of its own.
    var text: String { text(warningAfter: "\n  ! ") }

    /// As programs read it: all in one line.
    var line: String { text(warningAfter: "  ! ") }

    private func text(warningAfter separator: String) -> String {
        switch self {
        case .answer(let status, let name):
            "\(status.id)  \(name.map { "\($0.printable)  " } ?? "")\(StatusLine(status).text)"
                + (status.warning.map { separator + Failure.sentence($0) } ?? "")
        case .unresponsive(let id):
            "\(id)  ! NOT RESPONDING  “replay stop --force \(id)” ends it and keeps what is written"
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .answer(let status, let name):
            try status.encode(to: encoder)
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(name, forKey: .name)
        case .unresponsive(let id): try Unresponsive(id: id).encode(to: encoder)
        }
    }
}
