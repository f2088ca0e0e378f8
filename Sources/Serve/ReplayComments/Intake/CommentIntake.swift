import FoundationEssentials
import MediaTime
import ReplayBroadcast
import ReplayLibrary

/// The way of a source's lines to the comments of a recording: parsed, limited, placed on the recording's clock, and
/// counted. A pure value.
struct CommentIntake {
    private(set) var summary: CommentSummary
    private var clock: RecordingClock
    private var limit = RateLimit()
    /// The comments whose time has not come yet, by their times.
    private var upcoming: [RecordingComment] = []
    /// The time of the latest comment.
    private var latest: MediaTime?

    /// The maximum number of comments that are prepared for display.
    private static let maxUpcoming = 1000

    /// - Parameters:
    ///   - summary: The comments of earlier connections to the same source.
    ///   - start: The date at which the recording began.
    init(_ summary: CommentSummary, recordingStart start: Date) {
        self.summary = summary
        clock = RecordingClock(startingAt: start)
    }

    /// Stores a look at the recorder's note of the elapsed time, and shows the comments whose time has come.
    mutating func observe(_ elapsed: MediaTime, at now: HostTime, date: Date) {
        clock.observe(elapsed, at: now, date: date)
        let present = clock.time(at: now)
        let due = upcoming.prefix { $0.time <= present }
        upcoming.removeFirst(due.count)
        if let last = due.last { show(last) }
    }

    /// Takes what came from the source.
    /// - Returns: The comments to keep.
    mutating func take(_ inputs: [CommentInput], at now: HostTime) -> [RecordingComment] {
        inputs.compactMap { input in
            switch input {
            case .fault(let fault): refuse(fault)
            case .line(let line): comment(line, at: now)
            case .oldLine(let line): oldComment(line, at: now)
            }
        }
    }

    /// Counts comments that were kept, and shows the newest one.
    mutating func note(kept comments: [RecordingComment], at now: HostTime) {
        summary.kept += comments.count
        let present = clock.time(at: now)
        for comment in comments.sorted(by: { $0.time < $1.time }) {
            comment.time <= present ? show(comment) : prepare(comment)
        }
    }

    /// Counts comments that could not be kept.
    mutating func note(dropped count: Int, _ fault: CommentFault) {
        summary.dropped += count
        note(fault)
    }

    private mutating func comment(_ line: [UInt8], at now: HostTime) -> RecordingComment? {
        do throws(CommentFault) {
            let comment = try placed(try ParsedComment(line), at: now)
            guard limit.admit(at: now) else {
                note(dropped: 1, .tooMany)
                return nil
            }
            return comment
        } catch {
            return refuse(error)
        }
    }

    /// Returns a comment of the time before the broadcast, if it has a time of the recording. A file may contain the
    /// comments of many days.
    private mutating func oldComment(_ line: [UInt8], at now: HostTime) -> RecordingComment? {
        do throws(CommentFault) {
            let parsed = try ParsedComment(line)
            return parsed.instant == .arrival ? nil : try placed(parsed, at: now)
        } catch {
            return error == .tooOld ? nil : refuse(error)
        }
    }

    private func placed(_ parsed: ParsedComment, at now: HostTime) throws(CommentFault) -> RecordingComment {
        let time: MediaTime? =
            switch parsed.instant {
            case .arrival: clock.time(at: now)
            case .recording(let time): time
            case .date(let date): clock.time(of: date, now: now)
            }
        guard let time else { throw .tooOld }
        let rounded = time.converted(to: 1000, rounding: .down)
        guard let comment = RecordingComment(time: rounded, author: parsed.author, text: parsed.text) else {
            throw .empty
        }
        return comment
    }

    private mutating func refuse(_ fault: CommentFault) -> RecordingComment? {
        summary.refused += 1
        note(fault)
        return nil
    }

    private mutating func note(_ fault: CommentFault) {
        if !summary.faults.contains(fault.reason) { summary.faults.append(fault.reason) }
    }

    private mutating func show(_ comment: RecordingComment) {
        guard latest.map({ $0 <= comment.time }) ?? true else { return }
        latest = comment.time
        summary.latest = CommentSummary.Comment(
            time: Double(comment.time.wholeMilliseconds) / 1000, author: comment.author, text: comment.text)
    }

    private mutating func prepare(_ comment: RecordingComment) {
        upcoming.insert(comment, at: upcoming.partitioningIndex { $0.time > comment.time })
        if upcoming.count > Self.maxUpcoming { upcoming.removeLast() }
    }
}
