package import FFmpeg
import Files
import FoundationEssentials
import Glibc
import HLSPlaylist
package import MediaTime
import ReplayRendering

/// An HLS folder that grows while a recording is made. Its playlists are of type EVENT, so that viewers may begin
/// anywhere. When the recording ends, they become VOD. Use it from one thread.
///
/// A segment ends with the first keyframe after three seconds; keyframes come every two seconds. Where the clock shows that the recording was
/// paused, the next segment is discontinuous and has the date of the clock.
package final class LiveFolder {
    /// A stream to write: its coding, and the time base of its packets.
    package struct Stream {
        let parameters: CodecParameters
        let timeBase: Rational

        package init(_ parameters: CodecParameters, timeBase: Rational) {
            self.parameters = parameters
            self.timeBase = timeBase
        }
    }

    /// A frame that waits for the audio.
    private struct Frame {
        let packet: Packet
        /// True if packets were left out before it.
        let isAfterGap: Bool
        /// The date at which it came.
        let arrival: Date
    }

    private let folder: Directory
    private let video: LiveRendition
    private let audio: LiveRendition?
    /// The folder of the I-frame playlist.
    private let framesFolder: Directory
    private let stream: (video: Stream, audio: Stream?)
    /// The last video packet, which waits for the next one to know its duration.
    private var lastFrame: Packet?
    /// The number of frames in the current segment.
    private var frames = 0
    /// The maximum frame rate of a segment, in frames per second. It begins with that of most recordings, because a
    /// multivariant playlist must not promise less than what comes later.
    private var rate = 60
    private var clock = LiveClock()
    /// The starts of video segments, in ticks of 1/90,000 s, with their dates.
    private var starts: [(time: Int64, date: Date)] = []
    /// The ends of video segments at which the audio's segments must still end, in ticks of 1/90,000 s.
    private var boundaries: [(time: Int64, isDiscontinuous: Bool)] = []
    /// The frames that the audio has not reached yet. If the output ends here, both end together.
    private var waitingFrames: [Frame] = []
    /// The audio packets that the video has not reached yet.
    private var waitingAudio: [Packet] = []
    /// The end of the last audio packet, in ticks of 1/90,000 s.
    private var audioEnd: Int64 = 0
    private var isDiscontinuous = false
    private var isAudioDiscontinuous = false
    /// The time by which packets are moved, so that the output has no gap, in ticks of 1/90,000 s.
    private var offset: Int64 = 0
    /// True once the playlists say that the presentation has ended.
    private var isEnded = false
    /// The number of bytes written in segments.
    package private(set) var bytes: Int64 = 0

    /// The minimum duration of a segment, in ticks of 1/90,000 s.
    private static let shortest = 3 * Int64(ExportPlan.timescale)
    /// The longest time for which frames wait for audio, in ticks of 1/90,000 s.
    private static let maxWait = 2 * Int64(ExportPlan.timescale)
    /// The target duration in seconds, which may not change. It leaves room for a late keyframe.
    private static let target = 6
    private static let mainName = "main.m3u8"
    private static let (videoName, audioName, framesName) = ("video", "audio", "iframes")
    private static let playlistName = "index.m3u8"

    /// Creates the folder with a subfolder for each stream.
    /// - Parameters:
    ///   - path: The path of the folder, which must be empty or missing.
    ///   - replaces: True to remove an earlier presentation in the folder.
    /// - Throws: `FileSystemError`, `FFmpegError`.
    package init(_ path: String, video: Stream, audio: Stream?, replaces: Bool) throws {
        folder = try Self.open(path, replaces: replaces)
        stream = (video, audio)
        self.video = try LiveRendition(
            Self.videoName, codec: try AVCCodec.name(video.parameters), parameters: video.parameters,
            timeBase: video.timeBase, in: folder)
        framesFolder = try folder.createSharedDirectory(Self.framesName)
        self.audio = try audio.map { [folder] in
            try LiveRendition(
                Self.audioName, codec: "mp4a.40.2", parameters: $0.parameters, timeBase: $0.timeBase, in: folder)
        }
    }

    private static func open(_ path: String, replaces: Bool) throws(FileSystemError) -> Directory {
        let parts = path.withoutEndingSlashes.pathParts
        let parent = try Directory.open(parts.folder)
        do throws(FileSystemError) {
            return try parent.createSharedDirectory(parts.name)
        } catch {
            guard error.code == EEXIST else { throw error }
        }
        let folder = try parent.directory(parts.name)
        let entries = try folder.entries()
        guard replaces || entries.isEmpty else {
            throw FileSystemError(
                EEXIST, operation: "write to", subject: path, reason: "it is not empty; --force replaces a presentation"
            )
        }
        if entries.contains(mainName) { try folder.remove(mainName) }
        for name in [videoName, audioName, framesName] where entries.contains(name) { try folder.removeTree(name) }
        return folder
    }

    /// Writes a video packet, whose times begin at 0 with a keyframe.
    /// - Parameter isAfterGap: True if packets were left out before it.
    package func write(video packet: Packet, isAfterGap: Bool = false) throws {
        let start = isAfterGap ? try endBeforeGap() : nil
        if let start { offset = start - video.ticks(packet.pts ?? 0) }
        waitingFrames.append(
            Frame(packet: packet.moved(by: video.time(offset)), isAfterGap: start != nil, arrival: .now))
        try writeHeardFrames()
    }

    /// Writes the frames that begin before the end of the audio so far.
    private func writeHeardFrames() throws {
        let newest = waitingFrames.last.map { video.ticks($0.packet.pts ?? 0) } ?? 0
        let end = audio == nil ? Int64.max : max(heardEnd, newest - Self.maxWait)
        let count = waitingFrames.firstIndex { video.ticks($0.packet.pts ?? 0) >= end } ?? waitingFrames.count
        try writeFrames(count)
    }

    /// Writes the first of the waiting frames.
    private func writeFrames(_ count: Int) throws {
        for frame in waitingFrames[..<count] { try write(frame) }
        waitingFrames.removeFirst(count)
    }

    private func write(_ frame: Frame) throws {
        let packet = frame.packet
        let time = video.ticks(packet.pts ?? 0)
        try writeLastFrame(until: packet.pts ?? 0)
        if starts.isEmpty { starts.append((time, frame.arrival)) }
        let isAfterPause = clock.isAfterPause(time, at: frame.arrival) || frame.isAfterGap
        if packet.isKeyframe, let last = starts.last?.time, frame.isAfterGap || time - last >= Self.shortest {
            try endSegment(at: time, isAfterPause: isAfterPause, arrival: frame.arrival)
            try publish()
        }
        lastFrame = packet
        frames += 1
        try writeAudio(before: time)
    }

    /// Writes what was recorded before a gap.
    /// - Returns: The time at which the output continues; nil before the first frame.
    private func endBeforeGap() throws -> Int64? {
        guard let end = knownEnd else { return nil }
        try writeAudio(before: end)
        (waitingFrames, waitingAudio) = ([], [])
        let next = max(end, audioEnd)
        try writeLastFrame(until: video.time(next))
        return next
    }

    /// The end of the last frame, in ticks of 1/90,000 s, or that of the audio if it comes before; nil before the first
    /// frame.
    private var knownEnd: Int64? {
        guard let lastFrame, let start = lastFrame.pts else { return nil }
        let end = video.ticks(start + max(1, lastFrame.duration))
        return audio == nil ? end : max(video.ticks(start + 1), min(end, heardEnd))
    }

    /// The end of the audio so far, in ticks of 1/90,000 s.
    private var heardEnd: Int64 {
        guard let audio, let last = waitingAudio.last else { return audioEnd }
        return audio.ticks((last.pts ?? 0) + last.duration)
    }

    /// Writes an audio packet. One that ends before the first frame, or begins after the last one, is left out.
    package func write(audio packet: Packet) throws {
        guard let audio, let pts = packet.pts, pts + packet.duration > 0 else { return }
        waitingAudio.append(packet.moved(by: audio.time(offset)))
        try writeHeardFrames()
    }

    private func writeAudio(before end: Int64) throws {
        guard let audio else { return }
        let count = waitingAudio.firstIndex { audio.ticks($0.pts ?? 0) >= end } ?? waitingAudio.count
        for packet in waitingAudio[..<count] { try write(packet, to: audio) }
        waitingAudio.removeFirst(count)
    }

    private func write(_ packet: Packet, to audio: LiveRendition) throws {
        let pts = packet.pts ?? 0
        let time = audio.ticks(pts)
        while let boundary = boundaries.first, time >= boundary.time {
            try endAudioSegment(at: boundary.isDiscontinuous ? audioEnd : time, next: time)
            isAudioDiscontinuous = boundary.isDiscontinuous
            boundaries.removeFirst()
            try publish()
        }
        try audio.write(packet)
        audioEnd = audio.ticks(pts + packet.duration)
    }

    /// Ends the presentation. Frames that begin after the end of the audio are left out.
    package func finish() throws {
        if lastFrame == nil { try writeFrames(waitingFrames.count) }
        guard let end = knownEnd else { return }
        try writeLastFrame(until: video.time(end))
        try writeAudio(before: end)
        try endVideoSegment(at: end)
        try endAudioSegment(at: audioEnd)
        try publish(isEnded: true)
    }

    /// Ends the playlists after a failure, with the segments that are complete.
    package func abandon() {
        guard !isEnded else { return }
        do {
            try publish(isEnded: true)
        } catch {
            // The failure is known already. There may be no room for new playlists.
            for folder in [video.folder, audio?.folder, framesFolder].compactMap(\.self) {
                Self.endPlaylist(in: folder)
            }
        }
    }

    /// Ends a playlist as it was written last. Most often, this needs no more room on the disk.
    private static func endPlaylist(in folder: Directory) {
        let end = Array("#EXT-X-ENDLIST\n".utf8)
        // A playlist that cannot be read or extended stays without an end. The broadcast has failed in any case.
        guard let text = try? folder.contents(of: playlistName), text.suffix(end.count) != end[...] else { return }
        try? folder.append(end, to: playlistName, isDurable: false)  // As above.
    }

    private func writeLastFrame(until end: Int64) throws {
        guard var frame = lastFrame else { return }
        frame.duration = end - (frame.pts ?? 0)
        try video.write(frame)
        lastFrame = nil
    }

    /// - Parameter arrival: The date at which the next segment's first frame came.
    private func endSegment(at time: Int64, isAfterPause: Bool, arrival: Date) throws {
        // The first frame may have been seconds old.
        if starts.count == 1, let date = clock.date(of: starts[0].time) { starts[0].date = date }
        try endVideoSegment(at: time)
        let planned = starts.last.map { $0.date.addingTimeInterval(Self.seconds(time - $0.time)) } ?? arrival
        isDiscontinuous = isAfterPause
        if isAfterPause { clock.restart(time, at: arrival) }
        starts.append((time, isAfterPause ? max(planned, arrival) : planned))
        if audio != nil { boundaries.append((time, isDiscontinuous)) }
    }

    private func endVideoSegment(at time: Int64) throws {
        let start = starts.last?.time ?? 0
        bytes += Int64(try video.endSegment(at: time, isDiscontinuous: isDiscontinuous))
        let length = max(1, time - start)
        rate = max(rate, Int((Int64(frames) * Int64(ExportPlan.timescale) + length - 1) / length))
        frames = 0
    }

    private func endAudioSegment(at end: Int64, next: Int64? = nil) throws {
        bytes += Int64(try audio?.endSegment(at: end, next: next, isDiscontinuous: isAudioDiscontinuous) ?? 0)
    }

    private static func seconds(_ ticks: Int64) -> Double { Double(ticks) / Double(ExportPlan.timescale) }

    /// Returns the date of a time, in ISO 8601.
    private func date(_ time: Int64) -> String? {
        guard let start = starts.last(where: { $0.time <= time }) ?? starts.first else { return nil }
        return start.date.addingTimeInterval(Self.seconds(time - start.time))
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Writes all playlists. The main one comes first, because its bit rates must not be below those of new segments.
    private func publish(isEnded: Bool = false) throws {
        let renditions = [video, audio].compactMap(\.self).filter { !$0.segments.isEmpty }
        guard renditions.count == (audio == nil ? 1 : 2) || isEnded, !video.segments.isEmpty else { return }
        try folder.replaceShared(Self.mainName, with: Array(presentation.playlist.text.utf8))
        let builder = PlaylistBuilder(target: Self.target) { self.date($0) }
        for rendition in renditions {
            var playlist = builder.playlist(of: rendition.media, as: .media)
            (playlist.type, playlist.isEnded) = (isEnded ? .vod : .event, isEnded)
            try rendition.write(playlist.text)
        }
        var playlist = builder.playlist(of: video.frameMedia(Self.framesName), as: .frames)
        (playlist.type, playlist.isEnded) = (isEnded ? .vod : .event, isEnded)
        try framesFolder.replaceShared(Self.playlistName, with: Array(playlist.text.utf8))
        self.isEnded = isEnded
    }

    private var presentation: HLSPresentation {
        let (width, height) = (stream.video.parameters.width, stream.video.parameters.height)
        return HLSPresentation(
            video: [.init(media: video.media, width: width, height: height)],
            trickPlay: .init(media: video.frameMedia(Self.framesName), width: width, height: height),
            audio: audio.flatMap { rendition in
                rendition.segments.isEmpty ? nil : (rendition.media, stream.audio?.parameters.channelCount ?? 2)
            }, captions: nil, hasAudioOnly: false, rate: rate, chapters: nil, target: Self.target)
    }
}
