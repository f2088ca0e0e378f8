import FFmpeg
import MediaTime
import ReplayEditor
import ReplayInterchange
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// One export: the open movie, the plan, and what renders it.
struct ExportJob {
    let plan: ExportPlan
    let movie: MovieReader
    let videoTrack: Int
    let renderer: any Renderer
    private let planning: Planning
    /// The tracks of the movie that are heard.
    private let heard: [Int]
    private let preset: Preset
    private let origin: RecordingFacts.Origin

    /// - Parameters:
    ///   - movie: the recording's; nil: that which the exporter has, or it is opened.
    ///   - obstacle: why frames shall not be copied, whatever the exporter wants; nil: it decides.
    /// - Throws: `ExportError`, `FileSystemError`, `MovieError`, `EditError`.
    init(_ exporter: Exporter, movie: MovieReader? = nil, without obstacle: Rendering.Obstacle? = nil) throws {
        let movie = try movie ?? exporter.movie ?? exporter.recording.openMovie()
        guard let track = movie.index.videoTrack, !movie.index.tracks[track].samples.isEmpty else {
            throw MovieError(path: exporter.recording.displayName, reason: .noVideo)
        }
        self.movie = movie
        videoTrack = track
        preset = exporter.preset
        origin = exporter.recording.facts.origin
        let edit = try Self.edit(
            exporter,
            exporter.recording.duration(of: movie.index)
                .converted(to: movie.index.tracks[track].timescale, rounding: .up))
        try Self.check(edit, movie.streams[track].shownSize)
        heard = try Self.heard(exporter.audio, in: movie, edit)
        let isBurned = exporter.captionMethod == .burned
        planning = Planning(
            captions: try isBurned ? exporter.extras.captions?.drawn(until: edit.duration) ?? [] : [],
            images: try EffectImages(of: edit, in: exporter.recording), edit: edit,
            pointer: try exporter.recording.pointerPath(for: edit),
            source: ExportPlan.Source(movie, track: track), exporter: exporter,
            audio: Self.mayCopyAudio(exporter)
                ? ExportPlan.CopiedTrack(movie, heard: heard, edit, isRecorded: origin == .screen) : nil)
        do throws(Rendering.Obstacle) {
            if let obstacle = Self.obstacle(exporter) ?? obstacle { throw obstacle }
            (plan, renderer) = try Self.smart(planning, movie, track)
        } catch {
            guard exporter.render != .smart else { throw ExportError.notSmart(error) }
            plan = planning.plan(.none(because: error))
            renderer = FullRenderer(plan: plan, preset: preset, movie: movie, videoTrack: track)
        }
    }

    /// Why all is encoded, whatever the recording is.
    private static func obstacle(_ exporter: Exporter) -> Rendering.Obstacle? {
        let format = exporter.preset.fileFormat
        if !format.takesCopies { return .fileFormat(format.title) }
        return exporter.render == .full ? .asked : nil
    }

    /// What is kept. An edit of a longer movie than this is taken as far as this one goes.
    private static func edit(_ exporter: Exporter, _ duration: MediaTime) throws -> Edit {
        guard let edit = exporter.edit else { return try Edit(duration: duration) }
        return try edit.limited(to: duration)
    }

    /// An edit may be of another movie than this one, as where its file was copied.
    /// - Throws: `EditError.outsideFrame`: something might be seen that was to be hidden.
    private static func check(_ edit: Edit, _ size: (width: Int, height: Int)) throws(EditError) {
        let rectangles = edit.videoEffects.map(\.rectangle) + edit.zooms.map(\.rectangle) + [edit.crop]
        for rectangle in rectangles.compactMap(\.self) where !rectangle.fits(width: size.width, height: size.height) {
            throw .outsideFrame(rectangle, width: size.width, height: size.height)
        }
    }

    /// What a plan is made of, whatever can be copied.
    private struct Planning {
        /// That are drawn over the frames.
        let captions: [DrawnText]
        let images: EffectImages
        let edit: Edit
        /// What it did, where the edit shows it.
        let pointer: PointerPath
        let source: ExportPlan.Source
        let exporter: Exporter
        let audio: ExportPlan.CopiedTrack?

        func plan(_ frames: ExportPlan.Frames) -> ExportPlan {
            ExportPlan(
                edit: edit, source: source, preset: exporter.preset, camera: exporter.camera, copied: frames,
                captions: captions, images: images, pointer: pointer, audio: audio)
        }
    }

    /// A plan for another rendition, all of whose frames are encoded.
    func fullPlan(_ preset: Preset) -> ExportPlan {
        ExportPlan(
            edit: planning.edit, source: planning.source, preset: preset, camera: planning.exporter.camera,
            captions: planning.captions, images: planning.images, pointer: planning.pointer)
    }

    private static func smart(
        _ planning: Planning, _ movie: MovieReader, _ track: Int
    ) throws(Rendering.Obstacle) -> (ExportPlan, any Renderer) {
        let video = try CopyableVideo(movie, track: track)
        let plan = planning.plan(.groups(video.gops, splices: video.splices(of: movie, track)))
        if let obstacle = plan.rendering.obstacle { throw obstacle }
        if planning.exporter.preset.hls != nil, !plan.keepsKeyframesClose(video.gops, planning.source) {
            throw .sparseKeyframes
        }
        let encoder = try StitchingEncoder.open(for: video, movie.streams[track].parameters)
        return (plan, SmartRenderer(plan: plan, movie: movie, videoTrack: track, video: video, encoder: encoder))
    }

    private static func mayCopyAudio(_ exporter: Exporter) -> Bool {
        exporter.audioRender == .auto && exporter.render != .full && exporter.preset.audio.loudness == nil
    }

    /// The audio tracks that are heard: where it is all of them, the recorder mixed them, and the edit treats them alike, that
    /// mix.
    static func heard(_ audio: Set<AudioSource>?, in movie: MovieReader, _ edit: Edit) throws -> [Int] {
        let tracks = movie.index.audioTracks
        func track(_ title: String) -> Int? { tracks.first { movie.streams[$0].title == title } }
        let mix = track(MovieTrack.mixTitle)
        let kinds = audio ?? Set(AudioSource.allCases)
        if kinds.count > 1, let mix, edit.audioEffects.allSatisfy({ $0.track == nil }) { return [mix] }
        guard let audio else { return tracks.filter { $0 != mix } }
        if let missing = audio.first(where: { track($0.trackTitle) == nil }) { throw ExportError.noAudio(missing) }
        return audio.compactMap { track($0.trackTitle) }.sorted()
    }

    /// What is kept of the recording.
    var edit: Edit { planning.edit }

    /// What the edit keeps although it is damaged, as far as that was found while it was rendered.
    var damage: String? {
        let damaged = movie.damagedRanges.filter { range in edit.kept.contains { $0.intersection(range) != nil } }
        guard let first = damaged.first else {
            return movie.index.isTruncated
                ? "the recording’s movie is cut off at \(edit.duration.timecode()), and what came after is lost" : nil
        }
        let places = damaged.count == 1 ? "" : " and in \(damaged.count - 1) more places"
        return "the recording is damaged from \(first.start.timecode()) to \(first.end.timecode())\(places)"
    }

    /// A sentence about frames with odd sides, which are scaled to even ones; nil if the recording has none.
    var sizeNote: String? {
        let source = planning.source
        let shown = StreamInfo.shownSize(
            width: source.width, height: source.height, pixelAspect: source.pixelAspect, rotation: source.rotation)
        guard preset.fileFormat.hasFrames, preset.fileFormat != .gif, shown.width % 2 == 1 || shown.height % 2 == 1
        else { return nil }
        return "the frames of \(shown.width)x\(shown.height) are scaled to \(plan.width)x\(plan.height): "
            + "video in 4:2:0 has even sides"
    }

    /// At which instants of the recording decoding can begin, ascending.
    var keyframes: [MediaTime] { planning.source.keyframes }

    /// Writes the output.
    /// - Parameter frames: what makes its frames; nil: the plan's renderer.
    /// - Returns: the number of frames in it.
    func render(
        _ frames: (any Renderer)? = nil, to io: IOContext, name: String, progress: @escaping (MediaTime) -> Bool
    ) throws -> Int {
        let format = preset.fileFormat
        let muxer = try Muxer.open(io, name: name, format: format.muxer)
        if format != .gif { try labels().write(to: muxer) }
        let audio = try audioOutput()
        guard format.hasFrames else {
            guard let audio else { throw ExportError.noAudioAtAll(format.title) }
            try AudioFileOutput(muxer, format: format, progress: progress).write(audio, until: plan.duration)
            return 0
        }
        return try (frames ?? renderer).render(
            to: MovieOutput(
                muxer, format: format, audio: audio, captions: try captionTrack(), rotation: plan.rotation,
                progress: progress))
    }

    private func captionTrack() throws -> CaptionTrack? {
        guard preset.fileFormat.takesCaptions else { return nil }
        let language = planning.exporter.extras.captionsLanguage
        return try captions(as: .track).map {
            try CaptionTrack(
                $0, language: language, size: (plan.width, plan.height), format: preset.fileFormat)
        }
    }

    /// The captions of the output, cut along with the edit; nil where there are none, or they are given in another way.
    func captions(as method: CaptionMethod) -> Captions? {
        guard planning.exporter.captionMethod == method else { return nil }
        return planning.exporter.extras.captions?.cut(to: plan.clips, duration: plan.duration)
    }

    private func labels() throws -> FileLabels {
        FileLabels(
            planning.exporter.recording, hasMetadata: planning.exporter.hasMetadata, chapters: try chapters(),
            duration: plan.duration)
    }

    /// The output's, as the marks of recording and edit begin them.
    func chapters() throws -> Chapters {
        let marks = try planning.exporter.recording.events().marks + planning.edit.marks.map { TimelineMark($0) }
        return Chapters(marks: marks, clips: plan.clips, duration: plan.duration)
    }

    /// What makes the audio; nil where there is none.
    func audioOutput() throws -> (any AudioOutput)? {
        guard preset.fileFormat.hasAudio else { return nil }
        if let audio = plan.audio, let first = audio.sources.first,
            let reader = try AudioReader(movie, track: first, edit, isWidened: audio.isWidened)
        {
            reader.others = try audio.sources.dropFirst().compactMap { try AudioReader(movie, track: $0, edit) }
            return try CopiedAudio(audio, movie: movie, reader: reader)
        }
        let readers = try heard.compactMap { try AudioReader(movie, track: $0, edit) }
        return readers.isEmpty ? nil : try AudioRenderer(plan, readers: readers, preset: preset)
    }

    /// Compares what was written with the recording.
    /// - Parameter open: gives the output, from its start.
    func receipt(of open: () throws -> Demuxer) throws -> ExportReceipt {
        var receipt = ExportReceipt(
            isSmart: plan.rendering == .smart, obstacle: plan.rendering.obstacle?.text, integrity: .unknown,
            duration: plan.duration, frames: [])
        if receipt.isSmart {
            let audit = try VideoAudit(try open(), movie: movie, track: videoTrack, plan: plan)
            receipt.frames = try plan.frames.map { try audit.check($0) }
            try audit.finish()
        } else {
            receipt.frames = plan.frames.map {
                ExportReceipt.Frames(
                    isCopied: false, reason: .everything, source: $0.source, start: $0.start, packets: $0.frames)
            }
        }
        if let audio = plan.audio,
            let reader = try AudioReader(movie, track: audio.track, isWidened: audio.isWidened)
        {
            receipt.audio = try AudioAudit(audio, movie: movie, reader: reader).check(open)
        }
        receipt.integrity = integrity
        return receipt
    }

    private var integrity: ExportReceipt.Integrity {
        if damage != nil { return .damaged }
        guard movie.isVerified else { return .unknown }
        return origin == .imported ? .asImported : .asRecorded
    }
}
