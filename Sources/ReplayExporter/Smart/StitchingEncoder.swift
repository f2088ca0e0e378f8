import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Encodes frames that are to stand among copied ones in one stream. Gives each at once, without any reordering.
final class StitchingEncoder {
    /// The parameter sets of the output: the recording's, and where they are others, the encoder's own too.
    let configuration: AVCConfiguration
    private let encoder: Encoder
    /// Of what the encoder makes.
    private let sequence: SequenceParameterSet
    /// Counts what the encoder was given; it goes by no other time.
    private var given: Int64 = 0

    /// So fine that what is coded a second time stays at 40 dB and more, frame by frame.
    private static let quantizer = 16
    private static let slices: [NALUnit.Kind] = [.slice, .idrSlice]

    private init(_ encoder: Encoder, configuration: AVCConfiguration, sequence: SequenceParameterSet) {
        self.encoder = encoder
        self.configuration = configuration
        self.sequence = sequence
    }

    /// - Parameters:
    ///   - parameters: the recording's.
    ///   - mayAddSets: whether the output may have two sets of parameters, where the encoder's are not the recording's.
    /// - Throws: where it may not, or the recording leaves no room for others.
    static func open(
        for video: CopyableVideo, _ parameters: CodecParameters, mayAddSets: Bool
    ) throws(Rendering.Obstacle) -> StitchingEncoder {
        let (alike, sets, sequence) = try open(settings(parameters, video.sequence))
        if video.configuration.hasSameSets(as: sets) {
            return StitchingEncoder(alike, configuration: video.configuration, sequence: sequence)
        }
        guard mayAddSets, video.sequence.id == 0, video.configuration.lengthSize == 4 else { throw .otherEncoder }
        var apart = settings(parameters, video.sequence)
        apart.options["x264-params"]? += ":sps-id=1"
        let (encoder, others, otherSequence) = try open(apart)
        guard otherSequence.id == 1 else { throw .otherEncoder }
        let hasBoth = video.configuration.hasSets(of: others)
        guard hasBoth || video.configuration.sequenceParameters.count == 1 else { throw .otherEncoder }
        return StitchingEncoder(
            encoder, configuration: hasBoth ? video.configuration : video.configuration.adding(others),
            sequence: otherSequence)
    }

    private static func open(
        _ settings: VideoEncoderSettings
    ) throws(Rendering.Obstacle) -> (Encoder, AVCConfiguration, SequenceParameterSet) {
        // Without it all frames are encoded: by an encoder that says why it cannot be had.
        guard let encoder = try? Encoder.video(settings),
            let sets = AVCConfiguration(startCoded: encoder.parameters.extradata),
            let sequence = SequenceParameterSet(sets.sequenceParameters[0])
        else { throw .otherEncoder }
        return (encoder, sets, sequence)
    }

    private static func settings(
        _ parameters: CodecParameters, _ sequence: SequenceParameterSet
    ) -> VideoEncoderSettings {
        var settings = VideoEncoderSettings.recording(
            width: parameters.width, height: parameters.height, timeBase: .oneOver(ExportPlan.timescale),
            quantizer: quantizer, level: Int(sequence.level))
        settings.colourModel = parameters
        return settings
    }

    /// Encodes a frame that goes by those before it.
    func encode(_ frame: Frame, at time: Int64) throws -> Packet {
        try packet(try access(frame, isKeyframe: false), time, isKeyframe: false)
    }

    /// Encodes a frame as an IDR whose id is none of `ids`, at most two, which are its neighbours'.
    /// - Returns: the frame, and its id.
    func encodeIDR(_ frame: Frame, at time: Int64, beside ids: [UInt32]) throws -> (Packet, UInt32) {
        let free = [0, 1, 2].filter { !ids.contains($0) }
        var made = try access(frame, isKeyframe: true)
        // The encoder's ids are 0 and 1 by turns, and a 1 can become a 2.
        if let id = idrID(of: made), !free.contains(id), id == 0 || !free.contains(2) {
            made = try access(frame, isKeyframe: true)
        }
        if idrID(of: made) == 1, !free.contains(1) {
            made.units = made.units.map { SliceHeader($0, sequence: sequence)?.withSecondID($0) ?? $0 }
        }
        guard let id = idrID(of: made), free.contains(id) else {
            throw FFmpegError(.invalidData, operation: "encode with", subject: "an IDR of another id")
        }
        return (try packet(made, time, isKeyframe: true), id)
    }

    private func idrID(of frame: AccessUnit) -> UInt32? {
        frame.firstSlice.flatMap { SliceHeader($0, sequence: sequence)?.idrID }
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

    private func packet(_ frame: AccessUnit, _ time: Int64, isKeyframe: Bool) throws -> Packet {
        var packet = try Packet(bytes: frame.sample(lengthSize: configuration.lengthSize))
        packet.pts = time
        packet.isKeyframe = isKeyframe
        return packet
    }
}
