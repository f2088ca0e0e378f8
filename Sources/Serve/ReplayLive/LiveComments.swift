import Files
import MediaTime
import ReplayLibrary
import Synchronization

/// The latest comments of a recording for its viewers. They are read from the recording's file as it grows, by the
/// requests of viewers.
final class LiveComments: Sendable {
    /// A comment as viewers get it.
    struct Comment: Encodable, Equatable, Sendable {
        /// The number of the comment, ascending in the order in which comments appear.
        let number: Int
        /// The time on the recording's clock, in seconds.
        let time: Double
        let author: String?
        let text: String
    }

    private struct State {
        var offset: Int64 = 0
        /// The bytes of an incomplete line.
        var rest: [UInt8] = []
        /// The comments whose time has not come yet, by their times.
        var upcoming: [RecordingComment] = []
        var shown: [Comment] = []
        var count = 0
        var nextLook: HostTime?
    }

    private let folder: Directory
    private let state = Mutex(State())

    /// The number of comments that viewers can get, and of those that are prepared.
    private static let (maxShown, maxUpcoming) = (50, 1000)
    /// The largest number of bytes that are read at once.
    private static let maxLength = 256 << 10
    /// The shortest time from one look at the file to the next.
    private static let interval = Duration.milliseconds(500)

    /// - Parameter folder: The recording's folder.
    init(in folder: Directory) { self.folder = folder }

    /// Returns the comments after a number. Blocks: use it on a thread that reads files.
    func comments(after number: Int) -> [Comment] {
        state.withLock { state in
            if state.nextLook.map({ $0 <= .now }) ?? true {
                state.nextLook = .now + Self.interval
                read(&state)
            }
            return state.shown.filter { $0.number > number }
        }
    }

    private func read(_ state: inout State) {
        let name = RecordingComment.fileName
        while folder.size(of: name) > state.offset,
            // The next look tries again.
            let bytes = try? folder.contents(of: name, from: state.offset, first: Self.maxLength), !bytes.isEmpty
        {
            state.offset += Int64(bytes.count)
            state.rest += bytes
            guard let end = state.rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            state.upcoming += RecordingComment.lines(of: state.rest[...end])
            state.rest.removeSubrange(...end)
            state.upcoming.sort { $0.time < $1.time }
            show(&state)
        }
        show(&state)
    }

    private func show(_ state: inout State) {
        guard let elapsed = RecordingLock.lastNote(in: folder) else { return }
        let due = state.upcoming.prefix { $0.time <= elapsed + .seconds(1) }
        for comment in due {
            state.count += 1
            let time = Double(comment.time.converted(to: 1000, rounding: .down).value) / 1000
            state.shown.append(
                Comment(number: state.count, time: time, author: comment.author, text: comment.text))
        }
        state.upcoming.removeFirst(due.count)
        state.upcoming = Array(state.upcoming.prefix(Self.maxUpcoming))
        state.shown = Array(state.shown.suffix(Self.maxShown))
    }
}
