import FFmpeg
import ReplayComposition
import ReplayMovie

/// The part of a track's frames that a redaction hides and that the new movie does not show directly before or after.
/// Used from one thread.
final class RemovedContent {
    private let area: PixelArea
    private let frames: SampleFrames
    /// The remaining frames directly before and after the covered frames.
    private let beside: [Frame]
    private var blocks: (sample: Int, frame: Frame, blocks: [PixelArea])?

    /// The side length of a block, in pixels.
    private static let side = 16
    /// The maximum average difference of the pixels of two similar blocks.
    private static let tolerance = 6
    /// The minimum difference between the brightest and the darkest pixel of a block with texture.
    private static let minContrast = 24

    init(_ video: RedactedFrames, old: MovieReader, new: MovieReader) throws {
        area = video.area
        frames = try SampleFrames(old, track: video.track)
        let samples = new.index.tracks[video.track].samples
        let kept = try SampleFrames(new, track: video.track)
        let places = samples.indices.sorted { samples[$0].pts < samples[$1].pts }
        let before = places.last { samples[$0].pts < video.covered.lowerBound }
        let after = places.first { samples[$0].pts > video.covered.upperBound }
        beside = try [before, after].compactMap { try $0.flatMap { try kept.frame(ofSample: $0) } }
    }

    /// Returns true if a frame shows at least half of the blocks that a redacted sample showed in the area.
    func isShown(_ sample: Int, in other: Frame) throws -> Bool {
        guard let (frame, blocks) = try removed(sample), !blocks.isEmpty, other.width == frame.width,
            other.height == frame.height
        else { return false }
        let alike = try frame.withPlanes { mine in
            try other.withPlanes { theirs in
                blocks.count { mine[0].isAlike(theirs[0], in: $0, tolerance: Self.tolerance) }
            }
        }
        return 2 * alike >= blocks.count
    }

    private func removed(_ sample: Int) throws -> (Frame, [PixelArea])? {
        if let blocks, blocks.sample == sample { return (blocks.frame, blocks.blocks) }
        guard let frame = try frames.frame(ofSample: sample) else { return nil }
        let found = try removedBlocks(of: frame)
        blocks = (sample, frame, found)
        return (frame, found)
    }

    /// Returns the removed blocks with texture, or all removed blocks if none has texture. Flat blocks are similar
    /// everywhere.
    private func removedBlocks(of frame: Frame) throws -> [PixelArea] {
        try frame.withPlanes { planes in
            let removed = try allBlocks.filter { block in
                try !beside.contains {
                    try $0.withPlanes { planes[0].isAlike($0[0], in: block, tolerance: Self.tolerance) }
                }
            }
            let textured = removed.filter { planes[0].contrast(in: $0) > Self.minContrast }
            return textured.isEmpty ? removed : textured
        }
    }

    private var allBlocks: [PixelArea] {
        stride(from: area.y, to: area.y + area.height, by: Self.side).flatMap { y in
            stride(from: area.x, to: area.x + area.width, by: Self.side).map { x in
                PixelArea(
                    x: x, y: y, width: min(Self.side, area.x + area.width - x),
                    height: min(Self.side, area.y + area.height - y))
            }
        }
    }
}

extension SamplePlane {
    /// Returns true if the samples of two planes of the same size differ by at most `tolerance` on average.
    fileprivate func isAlike(_ other: SamplePlane, in area: PixelArea, tolerance: Int) -> Bool {
        var sum = 0
        for y in area.y..<area.y + area.height {
            let (mine, theirs) = (start + y * stride, other.start + y * other.stride)
            for x in area.x..<area.x + area.width { sum += abs(Int(mine[x]) - Int(theirs[x])) }
        }
        return sum <= tolerance * area.width * area.height
    }

    fileprivate func contrast(in area: PixelArea) -> Int {
        var (least, most) = (255, 0)
        for y in area.y..<area.y + area.height {
            for x in area.x..<area.x + area.width {
                let value = Int(start[y * stride + x])
                (least, most) = (min(least, value), max(most, value))
            }
        }
        return most - least
    }
}
