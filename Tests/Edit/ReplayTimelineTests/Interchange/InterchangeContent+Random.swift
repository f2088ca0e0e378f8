import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayInterchange

extension InterchangeContent {
    /// Returns a recording with random changes of every kind, counted in tenths of a second, and its history.
    static func random(using random: inout SplitMix64) throws -> (content: InterchangeContent, history: EditHistory) {
        var history = try EditHistory(duration: .tenths(.random(in: 20...400, using: &random)))
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            try? history.change(.random(in: history, using: &random))
        }
        let marks = (0..<3).map { _ in
            TimelineMark(
                time: .tenths(.random(in: 0...history.edit.duration.value, using: &random)),
                name: hostileTexts.randomElement(using: &random))
        }
        return (try InterchangeContent(history, marks: marks), history)
    }

    init(_ history: EditHistory, marks: [TimelineMark] = [], rate: String = "10", audioTrackCount: Int = 1) throws {
        let media = Media(
            path: "/a folder/ä & “b”.mp4", width: 320, height: 180, frameRate: try #require(FrameRate(rate)),
            audioTrackCount: audioTrackCount)
        self.init(name: Self.hostileTexts[0], history: history, media: media, marks: marks)
    }

    /// Names that contain markup, an arrow, a key or a line break.
    static let hostileTexts = [
        "a <b> & \"c\" 'd' --> e", "k=v; #c \\ [CHAPTER]", "two\nlines\u{2028}", "\u{301}'", "]]>", "ä 🎬", "*/ //",
    ]
}

extension EditHistory {
    /// Returns the history after another program's file is read into it.
    func applying(_ document: InterchangeDocument, rate: String = "10") throws -> EditHistory {
        let read = try document.edit(for: edit, rate: try #require(FrameRate(rate)), marks: [])
        var history = self
        let changes = read.changes(to: self)
        if !changes.isEmpty { try history.change(.all(changes)) }
        return history
    }
}
