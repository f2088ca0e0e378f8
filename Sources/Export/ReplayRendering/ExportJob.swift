package import FFmpeg
package import MediaTime
package import ReplayComposition
import ReplayEditor
package import ReplayInterchange
package import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

/// An export: the open movie, the plan and the renderer.
package struct ExportJob {
    package let request: ExportRequest
    package let plan: ExportPlan
    package let movie: MovieReader
    package let videoTrack: Int
    package let renderer: any Renderer
    private let planning: Planning
    /// The indices of the movie's audio tracks to include in the output.
    private let audioTracks: [Int]
    private let preset: Preset
    package let origin: RecordingFacts.Origin

    /// Opens the movie and plans the export.
    /// - Parameters:
    ///   - movie: The recording's movie, or nil to use the request's movie or to open it.
    ///   - obstacle: The reason not to copy frames, whatever the request's settings are, or nil if there is none.
    /// - Throws: `ExportError`, `CompositionError`, `FileSystemError`, `MovieError`, `EditError`.
    package init(_ request: ExportRequest, movie: MovieReader? = nil, without obstacle: Rendering.Obstacle? = nil)
        throws
    {
        let movie = try movie ?? request.movie ?? request.recording.openMovie()
        let track = try movie.requiredVideoTrack(of: request.recording)
        self.request = request
        self.movie = movie
        videoTrack = track
        preset = request.preset
        origin = request.recording.facts.origin
        let edit = try Self.edit(
            for: request,
            limitedTo: request.recording.duration(of: movie.index)
                .converted(to: movie.index.tracks[track].timescale, rounding: .up))
        try edit.check(frameSize: movie.streams[track].shownSize)
        audioTracks = try movie.audioTracks(of: request.audio, for: edit)
        let isBurned = request.captionMethod == .burned
        planning = Planning(
            captions: try isBurned ? request.extras.captions?.drawn(until: edit.duration) ?? [] : [],
            images: try EffectImages(of: edit, in: request.recording), edit: edit,
            pointer: try request.recording.recordedPointer(for: edit),
            keys: try request.recording.drawnKeys(for: edit),
            source: RecordedVideo(movie, track: track), request: request,
            audio: Self.mayCopyAudio(request)
                ? ExportPlan.CopiedTrack(movie, heard: audioTracks, edit: edit, isRecorded: origin == .screen) : nil)
        do throws(Rendering.Obstacle) {
            if let obstacle = Self.obstacle(request) ?? obstacle { throw obstacle }
            (plan, renderer) = try Self.smart(planning, movie: movie, track: track)
        } catch {
            guard request.render != .smart else { throw ExportError.notSmart(error) }
            plan = planning.plan(.none(because: error))
            renderer = FullRenderer(plan: plan, preset: preset, movie: movie, videoTrack: track)
        }
    }

    /// Returns the reason in the request's settings to encode all frames, or nil if there is none.
    private static func obstacle(_ request: ExportRequest) -> Rendering.Obstacle? {
        let format = request.preset.fileFormat
        if !format.takesCopies { return .fileFormat(format.title) }
        return request.render == .full ? .asked : nil
    }

    /// Returns the edit to export. An edit of a longer movie is limited to the length of this movie.
    private static func edit(for request: ExportRequest, limitedTo duration: MediaTime) throws -> Edit {
        guard let edit = request.edit else { return try Edit(duration: duration) }
        return try edit.limited(to: duration)
    }

    /// The input of a plan that does not depend on which frames can be copied.
    private struct Planning {
        /// The captions to draw over the frames.
        let captions: [DrawnText]
        let images: EffectImages
        let edit: Edit
        /// The pointer's movements and clicks, if the edit shows the pointer.
        let pointer: RecordedPointer
        let keys: DrawnKeys?
        let source: RecordedVideo
        let request: ExportRequest
        let audio: ExportPlan.CopiedTrack?

        func plan(_ frames: ExportPlan.Frames) -> ExportPlan {
            ExportPlan(
                edit: edit, source: source, preset: request.preset, camera: request.camera, copied: frames,
                captions: captions, images: images, pointer: pointer, keys: keys, audio: audio)
        }
    }

    /// Returns a plan for another rendition. All frames of the rendition are encoded.
    package func fullPlan(_ preset: Preset) -> ExportPlan {
        ExportPlan(
            edit: planning.edit, source: planning.source, preset: preset, camera: request.camera,
            captions: planning.captions, images: planning.images, pointer: planning.pointer, keys: planning.keys)
    }

    private static func smart(
        _ planning: Planning, movie: MovieReader, track: Int
    ) throws(Rendering.Obstacle) -> (ExportPlan, any Renderer) {
        let video = try CopyableVideo(movie, track: track)
        let plan = planning.plan(.groups(video.gops, splices: video.splices(of: movie, track)))
        if let obstacle = plan.rendering.obstacle { throw obstacle }
        if planning.request.preset.hls != nil, !plan.keepsKeyframesClose(in: video.gops, source: planning.source) {
            throw .sparseKeyframes
        }
        let encoder = try SpliceEncoder.open(for: video, movie.streams[track].parameters)
        return (plan, SmartRenderer(plan: plan, movie: movie, videoTrack: track, video: video, encoder: encoder))
    }

    private static func mayCopyAudio(_ request: ExportRequest) -> Bool {
        request.audioRender == .auto && request.render != .full && request.preset.audio.loudness == nil
    }

    /// The edit that is exported.
    package var edit: Edit { planning.edit }

    /// A sentence about damage in the kept ranges, as far as rendering has found any, or nil if it found none.
    package var damage: String? {
        let damaged = movie.damagedRanges.filter { range in edit.kept.contains { $0.intersection(range) != nil } }
        guard let first = damaged.first else {
            return movie.index.isTruncated
                ? "the recording’s movie is truncated at \(edit.duration.timecode()); the rest is lost" : nil
        }
        let places = damaged.count == 1 ? "" : " and in \(damaged.count - 1) more places"
        return "the recording is damaged from \(first.start.timecode()) to \(first.end.timecode())\(places)"
    }

    /// A sentence about frames with odd sides, which are scaled to even ones; nil if the recording has none.
    package var sizeNote: String? {
        let source = planning.source
        let shown = StreamInfo.shownSize(
            width: source.width, height: source.height, pixelAspect: source.pixelAspect, rotation: source.rotation)
        guard preset.fileFormat.hasFrames, preset.fileFormat != .gif, shown.width % 2 == 1 || shown.height % 2 == 1
        else { return nil }
        return "the frames of \(shown.width)x\(shown.height) are scaled to \(plan.width)x\(plan.height): "
            + "4:2:0 video requires even sides"
    }

    /// The times in the recording at which decoding can begin, in ascending order.
    package var keyframes: [MediaTime] { planning.source.keyframes }

    /// Writes the output.
    /// - Parameter frames: The renderer, or nil for the plan's renderer.
    /// - Returns: The number of frames in the output.
    package func render(
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
            to: ExportOutput(
                muxer, format: format, audio: audio, captions: try captionTrack(), rotation: plan.rotation,
                progress: progress))
    }

    private func captionTrack() throws -> CaptionTrack? {
        guard preset.fileFormat.takesCaptions else { return nil }
        let language = request.extras.captionsLanguage
        return try captions(as: .track).map {
            try CaptionTrack(
                $0, language: language, title: request.extras.captionsTitle, size: (plan.width, plan.height),
                format: preset.fileFormat)
        }
    }

    /// Returns the output's captions, cut along with the edit. Returns nil if there are no captions, or if they are
    /// exported by another method.
    package func captions(as method: CaptionMethod) -> Captions? {
        guard request.captionMethod == method else { return nil }
        return request.extras.captions?.cut(to: plan.clips, duration: plan.duration)
    }

    private func labels() throws -> FileLabels {
        FileLabels(
            request.recording, hasMetadata: request.hasMetadata, chapters: try chapters(),
            duration: plan.duration)
    }

    /// Returns the output's chapters. Each mark of the recording or of the edit begins a chapter.
    package func chapters() throws -> Chapters {
        let marks = try request.recording.events().marks + planning.edit.marks.map { TimelineMark($0) }
        return Chapters(marks: marks, clips: plan.clips, duration: plan.duration)
    }

    /// Creates the audio output, or returns nil if the file format or the movie has no audio.
    package func audioOutput() throws -> (any AudioOutput)? {
        guard preset.fileFormat.hasAudio else { return nil }
        if let audio = plan.audio, let first = audio.sources.first,
            let reader = try AudioReader(movie, track: first, applying: edit, isWidened: audio.isWidened)
        {
            reader.others = try audio.sources.dropFirst().compactMap {
                try AudioReader(movie, track: $0, applying: edit)
            }
            return try CopiedAudio(audio, movie: movie, reader: reader)
        }
        let readers = try audioTracks.compactMap { try AudioReader(movie, track: $0, applying: edit) }
        return readers.isEmpty ? nil : try AudioRenderer(plan, readers: readers, preset: preset)
    }
}
