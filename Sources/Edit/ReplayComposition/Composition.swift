package import FFmpeg
import MediaTime
package import ReplayEditor
package import ReplayLibrary
import ReplayMovie
package import ReplayTimeline

/// The appearance of an edit's frames: everything that determines a frame, except the recorded frames themselves.
///
/// Preview, stills and exports compose their frames from it. A value without I/O.
package struct Composition: Sendable, Equatable {
    /// The size of the frames, in pixels; even.
    package let size: FrameSize
    /// The rotation and crop of the recorded frames before scaling.
    package let geometry: FrameGeometry
    /// The effects that hide parts of the frames.
    package let effects: [VideoEffect]
    /// The images that covers show instead of black.
    package let images: EffectImages
    /// The zooms, each of which scales a part of the frame to the whole frame.
    package let zooms: [Zoom]
    /// The annotations to draw.
    package let annotations: [Annotation]
    /// The titles and captions to draw over the frames.
    package let texts: [DrawnText]
    /// The pointer and its effects.
    package let pointer: DrawnPointer
    /// The shortcuts to draw over the frames, or nil if there are none.
    package let keys: DrawnKeys?
    /// The colour space of the frames.
    package let colours: ColourSpace
    /// The placement of the camera at each time, or nil if the camera is never shown.
    package let cameraLayout: CameraLayout?
    /// The style of the frames.
    package let style: FrameStyle
    /// The layout of the style, or nil if the style changes nothing.
    package let layout: StyleLayout?

    /// The size of a frame, in pixels.
    package struct FrameSize: Sendable, Equatable {
        package let width: Int
        package let height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        package init(_ size: (width: Int, height: Int)) { self.init(width: size.width, height: size.height) }
    }

    /// - Parameters:
    ///   - edit: The edit.
    ///   - video: The properties of the recorded frames.
    ///   - limits: The limits of the frame size.
    ///   - camera: The placement of the camera, or nil if it is not shown.
    ///   - captions: The captions to draw over the frames.
    ///   - images: The images of the edit's covers, or nil if there are none.
    ///   - pointer: The recorded pointer, as far as the edit needs it.
    ///   - keys: The shortcuts that the edit shows, or nil if it shows none.
    package init(
        _ edit: Edit, of video: RecordedVideo, limits: FrameSizeLimits = FrameSizeLimits(),
        camera: CameraPlacement? = .standard, captions: [DrawnText] = [], images: EffectImages? = nil,
        pointer: RecordedPointer = RecordedPointer(), keys: DrawnKeys? = nil
    ) {
        geometry = video.geometry(in: edit)
        effects = edit.videoEffects
        zooms = edit.zooms
        annotations = edit.annotations
        self.images = images ?? EffectImages()
        texts = edit.titles.map(DrawnText.init) + captions
        self.pointer = DrawnPointer(pointer, in: edit)
        self.keys = keys
        style = edit.style
        layout = StyleLayout(
            of: edit, screen: geometry.output, limits: limits, hasCamera: camera == .standard && video.camera != nil)
        let fitted = layout.map { ($0.canvas.width, $0.canvas.height) } ?? limits.evenFitted(geometry.output)
        size = FrameSize(fitted)
        colours = video.colours.shareable
        cameraLayout = Self.layout(camera, in: edit, of: video, size: fitted, style: layout)
    }

    /// The size of the screen in the frames, in pixels; even.
    var screenSize: (width: Int, height: Int) {
        layout.map { ($0.screen.width, $0.screen.height) } ?? (size.width, size.height)
    }
    /// True if the camera is shown at some time.
    package var showsCamera: Bool { cameraLayout != nil }
    /// The width of the frames, in pixels.
    package var width: Int { size.width }
    /// The height of the frames, in pixels.
    package var height: Int { size.height }

    private static func layout(
        _ camera: CameraPlacement?, in edit: Edit, of video: RecordedVideo, size: (Int, Int), style: StyleLayout?
    ) -> CameraLayout? {
        guard let camera, let frame = video.camera else { return nil }
        let layout = CameraLayout(
            camera, effects: edit.cameraEffects, of: frame, in: size, timescale: video.timescale, style: style)
        // The screen of a style with room for a camera moves even if the camera is off.
        return layout.flatMap { $0.isShown(before: edit.duration.value) || style?.camera != nil ? $0 : nil }
    }
}

extension Composition {
    /// Reads what the edit of a session needs: the movie's index, the images of covers and the pointer.
    /// - Parameters:
    ///   - session: The session of the recording.
    ///   - edit: The edit to show, instead of the session's current one.
    ///   - limits: The limits of the frame size.
    ///   - camera: The placement of the camera, or nil if it is not shown.
    /// - Throws: `MovieError` if the movie has no frames; `EditError`, `FileSystemError`, or `FFmpegError`.
    package init(
        _ session: EditSession, edit: Edit, limits: FrameSizeLimits = FrameSizeLimits(),
        camera: CameraPlacement? = .standard
    ) throws {
        let track = try session.movie.requiredVideoTrack(of: session.recording)
        try edit.check(frameSize: session.movie.streams[track].shownSize)
        self.init(
            edit, of: RecordedVideo(session.movie, track: track), limits: limits, camera: camera,
            images: try EffectImages(of: edit, in: session.recording),
            pointer: try session.recording.recordedPointer(for: edit),
            keys: try session.recording.drawnKeys(for: edit))
    }

    /// Returns the size of the frames of a session's edit, in pixels, before any limits.
    package static func frameSize(of session: EditSession) -> (width: Int, height: Int) {
        layout(of: session).map { ($0.canvas.width, $0.canvas.height) }
            ?? FrameSizeLimits().evenFitted(RecordedVideo.geometry(of: session).output)
    }

    /// Returns the layout of the style of a session's edit, before any limits, or nil if the edit has none.
    package static func layout(of session: EditSession) -> StyleLayout? {
        StyleLayout(
            of: session.edit, screen: RecordedVideo.geometry(of: session).output, limits: FrameSizeLimits(),
            hasCamera: session.movie.cameraTrack != nil)
    }
}

extension Composition {
    /// Returns the ranges in which the camera gives the screen of a session's edit another layout, in ticks, ascending.
    package static func screenLayouts(of session: EditSession) -> [(range: Range<Int64>, layout: StyleLayout)] {
        guard let track = session.movie.cameraTrack, !session.edit.cameraEffects.isEmpty else { return [] }
        let camera = session.movie.streams[track].parameters
        let layout = CameraLayout(
            .standard, effects: session.edit.cameraEffects, of: (camera.width, camera.height),
            in: frameSize(of: session),
            timescale: session.edit.timescale, style: layout(of: session))
        return layout?.screenLayouts ?? []
    }
}

extension RecordedVideo {
    /// Returns how an edit rotates and crops the frames.
    package func geometry(in edit: Edit) -> FrameGeometry {
        let shown = StreamInfo.shownSize(width: width, height: height, pixelAspect: pixelAspect, rotation: rotation)
        return FrameGeometry(
            rotation: rotation, width: shown.width, height: shown.height, crop: edit.crop, turn: edit.rotation)
    }

    /// Returns how the edit of a session rotates and crops the frames of its recording.
    package static func geometry(of session: EditSession) -> FrameGeometry {
        guard let track = session.movie.index.videoTrack else { return FrameGeometry(width: 0, height: 0) }
        return RecordedVideo(shapeOf: session.movie, track: track).geometry(in: session.edit)
    }
}

extension MovieReader {
    /// Returns the index of the video track.
    /// - Throws: `MovieError` if the movie has no frames.
    package func requiredVideoTrack(of recording: Recording) throws(MovieError) -> Int {
        guard let track = index.videoTrack, !index.tracks[track].samples.isEmpty else {
            throw MovieError(path: recording.displayName, reason: .noVideo)
        }
        return track
    }
}

extension Edit {
    /// Checks that the edit's rectangles and points lie inside the frame. The edit may be of another movie, for example
    /// if its file was copied.
    /// - Throws: `EditError.outsideFrame`, because a rectangle outside the frame might not hide what it is meant to
    ///   hide. `EditError.pointOutsideFrame`.
    package func check(frameSize size: (width: Int, height: Int)) throws(EditError) {
        for annotation in annotations {
            try EditOperation.annotation(annotation).check(frameWidth: size.width, height: size.height)
        }
        let rectangles = videoEffects.map(\.rectangle) + zooms.map(\.rectangle) + [crop]
        for rectangle in rectangles.compactMap(\.self) where !rectangle.fits(width: size.width, height: size.height) {
            throw .outsideFrame(rectangle, width: size.width, height: size.height)
        }
    }
}
