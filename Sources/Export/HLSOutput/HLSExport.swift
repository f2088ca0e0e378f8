import FFmpeg
import HLSPlaylist
package import MediaTime
import ReplayComposition
import ReplayInterchange
import ReplayLibrary
import ReplayMovie
package import ReplayRendering
import ReplayTimeline

/// Exports to an HLS folder. Blocking: call it on a dedicated thread.
package struct HLSExport {
    private let job: ExportJob
    private let announce: OutputAnnouncement?
    private let options: Preset.HLS
    private let folder: HLSFolder
    private let audio: (any AudioOutput)?
    private let ladder: Ladder

    private static let (audioName, captionsName) = ("audio", "captions")
    package static let keyframeInterval = 2 * Int64(ExportPlan.timescale)
    private static let mainName = "main.m3u8"
    private static let chaptersName = "chapters.json"
    /// The language code for an undetermined language (ISO 639-2).
    private static let noLanguage = "und"

    package init(
        _ job: ExportJob, options: Preset.HLS, to path: String, sparing places: ProtectedPaths,
        announce: OutputAnnouncement?
    ) throws {
        self.job = job
        self.announce = announce
        self.options = options
        audio = try job.audioOutput()
        ladder = Ladder(job.request.preset, hasAudio: audio != nil) { job.fullPlan($0) }
        folder = try HLSFolder(at: path, sparing: places)
    }

    /// Runs the export.
    /// - Parameter progress: Called with the finished part of the output's duration. Returns false to cancel.
    package func run(progress: @escaping (MediaTime) -> Bool) throws -> HLSExportResult {
        let passes = (job.plan.rendering == .smart ? 2 : 1) + (audio == nil ? 0 : 1)
        var steps = HLSProgress(duration: job.plan.duration, passes: passes, progress)
        let (renditions, trickPlay, frames) = try renderFrames(&steps)
        guard frames > 0 else { throw ExportError.noFrame }
        let starts = renditions[0].starts
        let audio = try renderAudio(cutAt: starts, steps.next())
        let chapters = try job.chapters()
        let videos = try zip(ladder.rungs, renditions).map { try Self.video($0, from: $1) }
        let frameByFrame = try Self.video(ladder.trickPlay, from: trickPlay)
        let captions = try writeCaptions(cutAt: starts)
        let media = videos.map(\.media) + [audio?.media, captions?.media, frameByFrame.media].compactMap(\.self)
        let presentation = HLSPresentation(
            video: videos, trickPlay: frameByFrame, audio: audio, captions: captions,
            hasAudioOnly: options.audioOnly ?? false, rate: job.plan.maxFrameRate,
            chapters: chapters.list.isEmpty ? nil : Self.chaptersName, target: PlaylistBuilder.target(of: media))
        try write(presentation)
        if !chapters.list.isEmpty { try folder.write(chapters.json, to: Self.chaptersName) }
        try writePage(chapters)
        let lostParts = folder.lostParts
        try folder.commit(announce)
        return HLSExportResult(
            path: folder.path + "/" + Self.mainName, frames: frames, bytes: folder.bytes,
            contents: HLSContents(
                renditions: ladder.rungs.map(\.name), dropped: ladder.dropped, keptFiles: folder.keptFiles,
                newFiles: folder.newFiles, lostParts: lostParts.isEmpty ? nil : lostParts))
    }

    /// Renders all renditions of frames. The largest one is copied if possible; one decoder provides the frames for the
    /// others.
    private func renderFrames(
        _ steps: inout HLSProgress
    ) throws -> (renditions: [VideoRendition], trickPlay: VideoRendition, frames: Int) {
        let renditions = try ladder.rungs.map { try rendition($0.name, longest: maxSegmentTicks) }
        let trickPlay = try rendition(ladder.trickPlay.name, longest: 0, isShared: true)
        var keyframes = LadderRenderer.Keyframes.every(Self.keyframeInterval)
        var (encoded, frames) = (ladder.rungs.indices, 0)
        if job.plan.rendering == .smart {
            renditions[0].progress = steps.next()
            frames = try job.renderer.render(to: renditions[0])
            keyframes = .at(renditions[0].keyframes)
            encoded.removeFirst()
        }
        let lanes =
            try encoded.map { try RenditionEncoder(ladder.rungs[$0], output: renditions[$0]) }
            + [try RenditionEncoder(ladder.trickPlay, pace: .everySecond, output: trickPlay)]
        let renderer = LadderRenderer(
            plan: (encoded.first.map { ladder.rungs[$0] } ?? ladder.trickPlay).plan, movie: job.movie,
            videoTrack: job.videoTrack, keyframes: keyframes)
        try renderer.render(lanes, progress: steps.next())
        return (renditions, trickPlay, frames == 0 ? lanes[0].count : frames)
    }

    private func renderAudio(
        cutAt starts: [Int64], _ progress: (MediaTime) -> Bool
    ) throws -> (media: RenditionMedia, channels: Int)? {
        guard let audio else { return nil }
        let files = try RenditionFiles(folder, name: Self.audioName, isShared: options.files == .ranges)
        let rendition = try AudioRendition(files: files, audio: audio, boundaries: starts)
        return (try rendition.render(duration: job.plan.duration, progress: progress), rendition.channels)
    }

    private var captionsTitle: String { job.request.extras.captionsTitle ?? "Captions" }

    private var captions: Captions? {
        job.captions(as: .track)
    }

    private func writeCaptions(cutAt starts: [Int64]) throws -> HLSPresentation.Text? {
        guard let captions else { return nil }
        let files = try RenditionFiles(folder, name: Self.captionsName, isShared: false)
        let boundaries = starts.map { MediaTime(value: $0, timescale: ExportPlan.timescale) } + [job.plan.duration]
        for text in captions.segments(boundaries) { try files.add(Array(text.utf8), suffix: "vtt") }
        return HLSPresentation.Text(
            media: try files.finish(codec: nil, starts: starts, end: job.plan.durationTicks),
            language: job.request.extras.captionsLanguage?.description ?? Self.noLanguage, name: captionsTitle)
    }

    /// Writes the page. The page reads all captions from one file, for browsers that play HLS but do not show its
    /// captions.
    private func writePage(_ chapters: Chapters) throws {
        guard job.request.extras.hasPage else { return }
        var page = PlayerPage(title: job.request.recording.facts.name ?? "Recording")
        page.chapters = chapters
        if let library = job.request.extras.playerLibrary {
            page.hasLibrary = true
            try folder.write(library, to: "hls.js")
        }
        if let captions, let whole = captions.segments([.zero, job.plan.duration]).first {
            page.captions = CaptionsFile(
                path: "captions.vtt", label: captionsTitle,
                language: job.request.extras.captionsLanguage?.description)
            try folder.write(Array(whole.utf8), to: "captions.vtt")
        }
        try folder.write(Array(page.html.utf8), to: "index.html")
    }

    private func write(_ presentation: HLSPresentation) throws {
        let builder = PlaylistBuilder(target: presentation.target, date: options.programDateTime == true ? date : nil)
        for media in presentation.video.map(\.media) + [presentation.audio?.media].compactMap(\.self) {
            try folder.write(Array(builder.playlist(of: media, as: .media).text.utf8), to: media.playlist)
        }
        if let trickPlay = presentation.trickPlay?.media {
            try folder.write(Array(builder.playlist(of: trickPlay, as: .frames).text.utf8), to: trickPlay.playlist)
        }
        if let captions = presentation.captions?.media {
            try folder.write(Array(builder.playlist(of: captions, as: .text).text.utf8), to: captions.playlist)
        }
        try folder.write(Array(presentation.playlist.text.utf8), to: Self.mainName)
    }

    private func rendition(_ name: String, longest: Int64, isShared: Bool = false) throws -> VideoRendition {
        let files = try RenditionFiles(folder, name: name, isShared: isShared || options.files == .ranges)
        return VideoRendition(files: files, longest: longest, end: job.plan.durationTicks)
    }

    private var maxSegmentTicks: Int64 { Int64(options.segmentSeconds ?? 6) * Int64(ExportPlan.timescale) }

    private static func video(_ rung: Rung, from rendition: VideoRendition) throws -> HLSPresentation.Video {
        HLSPresentation.Video(media: try rendition.media(), width: rung.plan.width, height: rung.plan.height)
    }

    /// Returns the recording date of the frame at a time of the output, or nil if no clip contains that time.
    private func date(_ time: Int64) -> String? {
        let shown = MediaTime(value: time, timescale: ExportPlan.timescale)
        guard let clip = job.plan.clips.last(where: { $0.start <= shown }) else { return nil }
        guard !clip.isAsRecorded else {
            return job.request.recording.dateText(at: clip.source.start + (shown - clip.start))
        }
        let time = shown.converted(to: clip.start.timescale, rounding: .nearest)
        return job.request.recording.dateText(at: clip.recordingTime(at: time))
    }
}
