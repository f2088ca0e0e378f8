import FFmpeg
import H264
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Encodes frames that are to stand among copied ones in one stream, by the stream's own parameter sets. Gives each at once,
/// without any reordering.
final class StitchingEncoder {
    private let encoder: Encoder
    private let rewriter: SliceRewriter
    /// Of the stream's samples.
    private let lengthSize: Int
    private let sequence: SequenceParameterSet
    /// Whether no frame of the stream may refer to another.
    private let isIntraOnly: Bool
    /// Counts what the encoder was given; it goes by no other time.
    private var given: Int64 = 0
    /// Frames since the last IDR.
    private var number: Int64 = 0

    /// So fine that what is coded a second time stays at 40 dB and more, frame by frame; at 20, some of the movies that were tried
    /// had 39. Below 16 x264 smooths no edges, and some streams cannot say so.
    private static let quantizer = 18
    private static let slices: [NALUnit.Kind] = [.slice, .idrSlice]

    private init(_ encoder: Encoder, _ rewriter: SliceRewriter, for video: CopyableVideo) {
        (self.encoder, self.rewriter, lengthSize) = (encoder, rewriter, video.configuration.lengthSize)
        sequence = video.sets.sequence
        isIntraOnly = sequence.maxReferences == 0
    }

    /// - Parameter parameters: the recording's.
    /// - Throws: why frames cannot go by its sets.
    static func open(
        for video: CopyableVideo, _ parameters: CodecParameters
    ) throws(Rendering.Obstacle) -> StitchingEncoder {
        let encoder: Encoder
        do throws(FFmpegError) {
            encoder = try .video(.stitching(video.sets, parameters, quantizer: quantizer))
        } catch {
            throw .otherEncoder(because: "\(error)")
        }
        guard let sets = AVCConfiguration(startCoded: encoder.parameters.extradata)?.parameterSets.values.first else {
            throw .otherEncoder(because: "the encoder tells nothing of its own")
        }
        do throws(SliceRewriter.Mismatch) {
            return StitchingEncoder(encoder, try SliceRewriter(from: sets, to: video.sets), for: video)
        } catch {
            throw .otherEncoder(because: error.text)
        }
    }

    /// Encodes a frame.
    /// - Parameters:
    ///   - isKeyframe: whether it is to be an IDR; else it goes by those before it, where the stream has such.
    ///   - ids: the idr_pic_id of its neighbours, at most two: an IDR has another one.
    /// - Returns: the frame, and its idr_pic_id, where it has one.
    /// - Throws: `ExportError.notSmart` for a frame that cannot stand in the stream, though the encoder seemed to be for it.
    func encode(
        _ frame: Frame, at time: Int64, isKeyframe: Bool, beside ids: [UInt32]
    ) throws -> (packet: Packet, idrID: UInt32?) {
        let isKeyframe = isKeyframe || isIntraOnly
        let id = isKeyframe ? [0, 1, 2].first { !ids.contains($0) } : nil
        number = isKeyframe ? 0 : number + 1
        var access = try access(try whole(frame), isKeyframe: isKeyframe)
        do {
            access.units = try access.units.map { try rewriter.rewritten($0, number: number, idrID: id ?? 0) }
        } catch let mismatch as SliceRewriter.Mismatch {
            throw ExportError.notSmart(.otherEncoder(because: mismatch.text))
        }
        guard access.isIDR == isKeyframe, access.fits(lengthSize: lengthSize) else {
            throw ExportError.notSmart(.otherEncoder(because: "its file has no room for frames as large as x264’s"))
        }
        var packet = try Packet(bytes: access.sample(lengthSize: lengthSize))
        packet.pts = time
        packet.isKeyframe = isKeyframe
        return (packet, id)
    }

    /// All that is coded of a frame, where what is shown lies elsewhere than at its corner: the encoder crops nothing.
    private func whole(_ frame: Frame) throws -> Frame {
        let shown = sequence.shown
        guard frame.width == shown.width, frame.height == shown.height else { throw ExportError.notSmart(.size) }
        guard !sequence.isShownFromCorner else { return frame }
        return try frame.enlarged(to: sequence.codedWidth, sequence.codedHeight, x: shown.x, y: shown.y)
    }

    /// The slices alone: what else an encoder writes, such as its name, has no place within a stream.
    private func access(_ frame: Frame, isKeyframe: Bool) throws -> AccessUnit {
        given += 1
        var made: [AccessUnit] = []
        var packets = encoder.packets(of: try frame.stamped(pts: given, isKeyframe: isKeyframe))
        while let packet = try packets.next() {
            made.append(AccessUnit(startCoded: packet.withBytes { Array($0) }).keeping(Self.slices))
        }
        guard made.count == 1, made[0].firstSlice != nil else {
            throw FFmpegError(.invalidData, operation: "encode with", subject: "an encoder that holds frames back")
        }
        return made[0]
    }
}

extension SliceRewriter.Mismatch {
    /// What of the recording it is, in words.
    var text: String {
        switch self {
        case .size: "its coded frames have a size that x264’s cannot have"
        case .samples: "its samples are not 4:2:0 of 8 bits"
        case .fields: "it is interlaced"
        case .sliceGroups: "its slices are in groups"
        case .entropyCoder, .transformSize, .intraPrediction: "its profile is one that x264 cannot encode"
        case .scalingLists: "it has scaling lists that x264 cannot be given"
        case .chromaQuantizer: "it quantizes its two chroma components differently"
        case .references: "its frames may refer to no others"
        case .order: "it tells the order of its frames in a way that x264’s cannot be told in"
        case .deblocking: "it cannot say how edges are smoothed"
        case .slice: "x264 made a slice that cannot be rewritten"
        }
    }
}
