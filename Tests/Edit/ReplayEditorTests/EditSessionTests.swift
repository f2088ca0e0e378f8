import Foundation
import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import Files

/// Checks edits that are read, changed and written.
@Suite struct EditSessionTests {
    private func cut(_ start: Int64, _ end: Int64) -> EditOperation {
        .cut(
            TimeRange(start: MediaTime(value: start, timescale: 1000), end: MediaTime(value: end, timescale: 1000)))
    }

    @Test("A recording without operations is kept whole, and reading it writes nothing")
    func untouched() throws {
        let sample = try SampleRecording()
        let names = try sample.names
        let session = try EditSession(sample.recording)
        #expect(session.edit.kept == [TimeRange(start: .zero, end: session.edit.duration)])
        #expect(!session.history.canUndo && !session.history.canRedo && session.warning == nil)
        #expect(session.edit.duration >= (try sample.recording.openMovie().index.end))
        #expect(try sample.names == names)
    }

    @Test("Each frame has the time that ffprobe finds, and the one past the last is the recording's end")
    func frameTimes() throws {
        let sample = try SampleRecording()
        let session = try EditSession(sample.recording)
        let times = try MediaProbe(path: sample.recording.path + "/" + Recording.movieName).frameTimes(of: "v:0")
        #expect(times.count > 10)
        for (number, time) in times.enumerated() { #expect(session.frameTime(number) == time) }
        #expect(session.frameTime(times.count) == session.edit.duration)
        #expect(session.frameTime(times.count + 1) == nil)
        #expect(session.frameTime(-1) == nil)
    }

    @Test("A change to operations that another session has changed meanwhile may be tried again")
    func changedMeanwhile() throws {
        let sample = try SampleRecording()
        var (session, other) = (try EditSession(sample.recording), try EditSession(sample.recording))
        let known = session.history
        try other.perform(cut(1000, 2000))
        let error = #expect(throws: EditHistoryError.self) {
            try session.change([.perform(cut(0, 500))], from: known)
        }
        #expect(error == .changed && error?.category == .temporary)
    }

    @Test("A history that would be too long to be read again is refused, and what there was stays")
    func tooLong() throws {
        let sample = try SampleRecording()
        var session = try EditSession(sample.recording)
        try session.perform(cut(1000, 2000))
        let (history, stored) = (session.history, try #require(sample.storedEdit))
        let range = TimeRange(start: .zero, end: MediaTime(value: 1, timescale: 1))
        let title = Title(
            try TitleText(validating: String(repeating: "é", count: TitleText.maxLength)), during: range, at: .top)
        let titles = Array(repeating: EditOperation.title(title), count: 17_000)
        let error = #expect(throws: FileSystemError.self) { try session.perform(titles) }
        #expect(error?.description.hasSuffix("it would be larger than 16 MiB, the limit for reading it") == true)
        #expect(session.history == history && sample.storedEdit == stored)
        // The largest number of operations that fits, in one line.
        try session.perform(Array(titles.prefix(10_000)))
        #expect(try EditSession(sample.recording).history == session.history)
        #expect(sample.storedEdit?.count { $0 == UInt8(ascii: "\n") } == 1)
        try session.undo()
        #expect(session.history.operations == history.operations)
    }

    @Test("Whatever is done to an edit, what is stored is what the history says, and the movie is never touched")
    func asTheHistory() throws {
        var random = SplitMix64.seeded()
        let sample = try SampleRecording()
        let movie = try sample.movieBytes
        var session = try EditSession(sample.recording)
        var model = session.history
        for _ in 0..<60 {
            let step = EditStep.random(duration: model.edit.duration, using: &random)
            let before = sample.storedEdit
            do {
                try step.apply(to: &model)
                try session.make(step)
            } catch {
                #expect(throws: (any Error).self, "\(step)") { try session.make(step) }
                #expect(sample.storedEdit == before)
            }
            #expect(session.history == model)
            #expect(try EditSession(sample.recording).history == model)
        }
        #expect(try sample.movieBytes == movie)
        #expect(try sample.names.isSubset(of: ["movie.mp4", "recording.json", "lock", "edit.json"]))
    }

    @Test("Several operations are stored together or not at all")
    func allOrNone() throws {
        let sample = try SampleRecording()
        var session = try EditSession(sample.recording)
        try session.perform(cut(500, 600))
        let (stored, history) = (sample.storedEdit, session.history)
        #expect(throws: EditError.self) { try session.perform(cut(1000, 1200), cut(-5, 10)) }
        #expect(session.history == history)
        #expect(stored != nil && sample.storedEdit == stored)
        #expect(throws: EditHistoryError.nothingToRedo) { try session.redo() }
        #expect(sample.storedEdit == stored)
    }

    @Test("What another session has stored meanwhile is kept")
    func twoSessions() throws {
        let sample = try SampleRecording()
        var (one, other) = (try EditSession(sample.recording), try EditSession(sample.recording))
        try one.perform(cut(200, 300))
        try other.perform(cut(800, 900))
        #expect(other.history.operations == [cut(200, 300), cut(800, 900)])
        try one.undo()
        #expect(one.history.changes.count == 2 && one.history.position == 1)
        #expect(try EditSession(sample.recording).edit.cuts.map(\.start) == [MediaTime(value: 200, timescale: 1000)])
    }

    @Test("An edit of a longer recording is limited to this one, and that is said")
    func longer() throws {
        let sample = try SampleRecording()
        let duration = try EditSession(sample.recording).edit.duration
        try sample.storeEdit(
            #"{"version": 1, "history": {"duration": "3600/1", "operations": [{"cut": {"start": "0/1", "end": "1/1"}},"#
                + #" {"cut": {"start": "3000/1", "end": "3600/1"}}], "position": 2}}"#)
        let session = try EditSession(sample.recording)
        #expect(session.warning?.contains("longer recording") == true)
        #expect(session.edit.kept == [TimeRange(start: MediaTime(value: 1, timescale: 1), end: duration)])
    }

    @Test("An edit of a recording that was shorter then keeps what is new")
    func shorter() throws {
        let sample = try SampleRecording()
        let duration = try EditSession(sample.recording).edit.duration
        try sample.storeEdit(
            #"{"version": 1, "history": {"duration": "1000/1000", "operations": [{"cut": {"start": "0/1", "end": "1/2"}}],"#
                + #" "position": 1}}"#)
        var session = try EditSession(sample.recording)
        #expect(session.warning == nil)
        #expect(session.edit.kept == [TimeRange(start: MediaTime(value: 1, timescale: 2), end: duration)])
        try session.undo()
        #expect(session.edit.editedDuration == duration)
    }

    @Test(
        "An edit that cannot be understood is an error that names its file, and is left as it is",
        arguments: [
            "", "{", "[]", #"{"version": 1}"#, #"{"version": 99, "history": 1}"#,
            #"{"version": 1, "history": {"duration": "1/1", "operations": [], "position": 1}}"#,
        ])
    func broken(text: String) throws {
        let sample = try SampleRecording()
        try sample.storeEdit(text)
        let error = #expect(throws: DocumentError.self) { try EditSession(sample.recording) }
        #expect(error?.description.contains(EditDocument.fileName) == true)
        #expect(sample.storedEdit == Data(text.utf8))
    }

    @Test("What a newer version has added to an edit is kept")
    func unknownFields() throws {
        let sample = try SampleRecording()
        try sample.storeEdit(
            #"{"version": 1, "colour": "red", "history": {"duration": "1/1", "operations": [], "position": 0}}"#)
        var session = try EditSession(sample.recording)
        try session.perform(cut(100, 200))
        let object = try JSONSerialization.jsonObject(with: try #require(sample.storedEdit)) as? [String: Any]
        #expect(object?["colour"] as? String == "red")
    }

    @Test("A movie without video cannot be edited")
    func audioAlone() throws {
        let directory = try TemporaryDirectory("audio")
        let path = directory.path("audio.mp4")
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", "-movflags",
            "frag_keyframe+empty_moov", path,
        ])
        let sample = try SampleRecording(movie: URL(filePath: path))
        let error = #expect(throws: MovieError.self) { try EditSession(sample.recording) }
        #expect(error?.reason == .noVideo)
    }
}

extension EditSession {
    fileprivate mutating func make(_ step: EditStep) throws {
        switch step {
        case .perform(let operations): try perform(operations)
        case .undo: try undo()
        case .redo: try redo()
        }
    }
}
