import ArgumentParser
import ReplayCommandLine
import ReplayRendering

/// The options of `replay export` that override values of the preset.
struct EncodingOptions: ParsableArguments {
    @Option(help: "The constant frame rate, such as 30 or 29.97.")
    var fps: FrameRateArgument?

    @Option(help: "The maximum width in pixels.")
    var width: Int?

    @Option(help: "The maximum height in pixels.")
    var height: Int?

    @Option(help: "Constant rate factor: 0 (lossless) to 51 (WebM: 63).")
    var crf: Int?

    @Option(help: "low, medium or high: --crf 28, 23 or 18.")
    var quality: Quality?

    /// A quality level.
    enum Quality: String, ExpressibleByArgument, CaseIterable {
        case low, medium, high

        var crf: Int {
            switch self {
            case .low: 28
            case .medium: 23
            case .high: 18
            }
        }
    }

    func validate() throws {
        for (option, value) in [("width", width), ("height", height)] {
            guard value.map((16...16_384).contains) ?? true else {
                throw ValidationError("--\(option) must be 16 to 16384 pixels, such as --\(option) 720")
            }
        }
        guard crf.map((0...63).contains) ?? true else {
            throw ValidationError("--crf must be 0 to 51 (63 for WebM), such as --crf 23")
        }
        if crf != nil, quality != nil {
            throw ValidationError("--crf and --quality both set the quality; give one of them")
        }
    }

    /// True if any of the options is given.
    var areGiven: Bool { fps != nil || width != nil || height != nil || encodesAll }

    /// True if the options require encoding every frame.
    var encodesAll: Bool { crf != nil || quality != nil }

    /// Returns a note if the output's frames are smaller than the options allow, because frames are never enlarged.
    func sizeNote(width outputWidth: Int, height outputHeight: Int) -> String? {
        let limits = [(width, outputWidth), (height, outputHeight)].filter { $0.0 != nil }
        // Width and height are rounded to even numbers.
        guard !limits.isEmpty, limits.allSatisfy({ $1 < ($0 ?? 0) - 1 }) else { return nil }
        return "the frames are \(outputWidth)x\(outputHeight), as recorded: an export does not enlarge frames"
    }

    /// Changes a preset according to the options.
    /// - Throws: `ValidationError` if the resulting preset is invalid.
    func apply(to preset: inout Preset) throws {
        if let width { preset.video.maxWidth = width }
        if let height { preset.video.maxHeight = height }
        change(&preset.video)
        if var rungs = preset.hls?.rungs {
            for place in rungs.indices { change(&rungs[place]) }
            preset.hls?.rungs = rungs
        }
        do {
            try preset.check()
        } catch {
            throw ValidationError(Failure.sentence(for: error))
        }
    }

    /// Changes the settings that all renditions share.
    private func change(_ video: inout Preset.Video) {
        if let fps { video.frameRate = fps.rate }
        if let crf = crf ?? quality?.crf { video.crf = crf }
    }
}
