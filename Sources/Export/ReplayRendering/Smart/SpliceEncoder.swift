package import FFmpeg
import H264
import MediaTime
import ReplayLibrary
import ReplayMovie

/// An encoder of frames that are placed among copied frames in one stream, with the stream's own SPS and PPS. It
/// returns each frame at once, without reordering.
package final class SpliceEncoder {
    private let encoder: Encoder
    private let rewriter: SliceRewriter
    /// The size of the NAL unit lengths in the stream's samples, in bytes.
    private let lengthSize: Int
    private let sequence: SequenceParameterSet
    /// True if the stream allows no reference frames, so that all frames are intra-coded.
    private let isIntraOnly: Bool
    /// The number of frames given to the encoder, used as PTS.
    private var given: Int64 = 0
    /// The number of frames since the last IDR: `FrameNumOffset` + `frame_num`.
    private var absFrameNum: Int64 = 0

    /// The quantizer of the encoded frames. QP 18 keeps the PSNR of each re-encoded frame at 40 dB or more, while QP 20
    /// gave 39 dB in some test movies. Below 16, x264 disables deblocking, which some PPS cannot signal.
    private static let quantizer = 18
    private static let slices: [NALUnit.Kind] = [.slice, .idrSlice]

    private init(_ encoder: Encoder, rewriter: SliceRewriter, for video: CopyableVideo) {
        (self.encoder, self.rewriter, lengthSize) = (encoder, rewriter, video.configuration.lengthSize)
        sequence = video.sets.sequence
        isIntraOnly = sequence.maxNumRefFrames == 0
    }

    /// Opens an encoder for the stream of `video`.
    /// - Parameter parameters: The recording's codec parameters.
    /// - Throws: `Rendering.Obstacle` if frames cannot be encoded with the stream's parameter sets.
    package static func open(
        for video: CopyableVideo, _ parameters: CodecParameters
    ) throws(Rendering.Obstacle) -> SpliceEncoder {
        let encoder: Encoder
        do throws(FFmpegError) {
            encoder = try .video(.stitching(video.sets, parameters: parameters, quantizer: quantizer))
        } catch {
            throw .otherEncoder(because: "\(error)")
        }
        guard let sets = AVCConfiguration(startCoded: encoder.parameters.extradata)?.parameterSets.values.first else {
            throw .otherEncoder(because: "x264 returned no SPS and PPS")
        }
        do throws(SliceRewriter.Mismatch) {
            return SpliceEncoder(encoder, rewriter: try SliceRewriter(from: sets, to: video.sets), for: video)
        } catch {
            throw .otherEncoder(because: error.text)
        }
    }

    /// Encodes a frame.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - time: The presentation time of the packet.
    ///   - isKeyframe: True for an IDR. Otherwise the frame refers to earlier frames, if the stream allows that.
    ///   - ids: The `idr_pic_id` of its neighbours, at most two. An IDR gets a different one.
    /// - Returns: The packet, and its `idr_pic_id` if it is an IDR.
    /// - Throws: `ExportError.notSmart` if the encoded frame cannot be part of the stream, although the check of the
    ///   parameter sets succeeded.
    package func encode(
        _ frame: Frame, at time: Int64, isKeyframe: Bool, beside ids: [UInt32]
    ) throws -> (packet: Packet, idrPicID: UInt32?) {
        let isKeyframe = isKeyframe || isIntraOnly
        let id = isKeyframe ? [0, 1, 2].first { !ids.contains($0) } : nil
        absFrameNum = isKeyframe ? 0 : absFrameNum + 1
        var access = try access(try whole(frame), isKeyframe: isKeyframe)
        do {
            access.units = try access.units.map {
                try rewriter.rewritten($0, absFrameNum: absFrameNum, idrPicID: id ?? 0)
            }
        } catch let mismatch as SliceRewriter.Mismatch {
            throw ExportError.notSmart(.otherEncoder(because: mismatch.text))
        }
        guard access.isIDR == isKeyframe, access.fits(lengthSize: lengthSize) else {
            throw ExportError.notSmart(
                .otherEncoder(because: "its NAL unit lengths have too few bytes for x264’s frames"))
        }
        var packet = try Packet(bytes: access.sample(lengthSize: lengthSize))
        packet.pts = time
        packet.isKeyframe = isKeyframe
        return (packet, id)
    }

    /// Returns the frame in its whole coded area, if the displayed area is not at the upper left corner. The encoder
    /// crops nothing.
    private func whole(_ frame: Frame) throws -> Frame {
        let shown = sequence.shown
        guard frame.width == shown.width, frame.height == shown.height else { throw ExportError.notSmart(.size) }
        guard !sequence.isShownFromCorner else { return frame }
        return try frame.enlarged(to: sequence.codedWidth, sequence.codedHeight, x: shown.x, y: shown.y)
    }

    /// Encodes a frame and returns only its slices. Other NAL units, such as an SEI with the encoder's name, do not
    /// belong in the stream.
    private func access(_ frame: Frame, isKeyframe: Bool) throws -> AccessUnit {
        given += 1
        var made: [AccessUnit] = []
        var packets = encoder.packets(of: try frame.stamped(pts: given, isKeyframe: isKeyframe))
        while let packet = try packets.next() {
            made.append(AccessUnit(startCoded: packet.withBytes { Array($0) }).keeping(Self.slices))
        }
        guard made.count == 1, made[0].firstSlice != nil else {
            throw FFmpegError(.invalidData, operation: "encode with", subject: "an encoder that delays frames")
        }
        return made[0]
    }
}

extension SliceRewriter.Mismatch {
    /// A description of the mismatch for the user.
    package var text: String {
        switch self {
        case .size: "x264 does not support its coded frame size"
        case .samples: "its samples are not 8-bit 4:2:0"
        case .fields: "it is interlaced"
        case .sliceGroups: "it uses slice groups"
        case .entropyCodingMode, .transform8x8Mode, .constrainedIntraPred: "x264 does not support its profile"
        case .scalingLists: "x264 does not support its scaling lists"
        case .chromaQPIndexOffset: "it quantizes its two chroma components differently"
        case .maxNumRefFrames: "it allows no reference frames"
        case .picOrderCnt: "x264’s frames cannot use its pic_order_cnt_type"
        case .deblocking: "its PPS has no deblocking control"
        case .slice: "x264 made a slice that cannot be rewritten"
        }
    }
}
