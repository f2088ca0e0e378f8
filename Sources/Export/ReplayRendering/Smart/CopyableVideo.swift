import FFmpeg
package import H264
import MediaTime
import ReplayLibrary
package import ReplayMovie

/// The coding properties of a track that are needed to join its frames with others in one stream.
package struct CopyableVideo {
    /// The `avcC` configuration of the file.
    package let configuration: AVCConfiguration
    /// The SPS and PPS of the first IDR, which encoded frames also use.
    package let sets: ParameterSets
    /// All SPS and PPS that frames may use, by the id of the PPS.
    let allSets: [UInt32: ParameterSets]
    package let gops: GOPIndex

    /// Reads the beginning of each keyframe, or of each frame if the stream may be interlaced.
    /// - Throws: `Rendering.Obstacle` if the track's frames cannot be copied.
    package init(_ movie: MovieReader, track: Int) throws(Rendering.Obstacle) {
        let parameters = movie.streams[track].parameters
        guard parameters.codecName == "h264" else { throw .codec(parameters.codecName) }
        guard let configuration = AVCConfiguration(parameters.extradata) else { throw .unknownParameterSets }
        let all = configuration.parameterSets
        guard !all.isEmpty else { throw .unknownParameterSets }
        guard all.count == configuration.pictureParameterSets.count, let any = all.values.first?.sequence,
            all.values.allSatisfy({ $0.sequence.showsFrames(like: any) })
        else { throw .severalParameterSets }
        if let obstacle = Self.obstacle(any) { throw obstacle }
        (self.configuration, allSets) = (configuration, all)
        var sets: ParameterSets?
        let samples = movie.index.tracks[track].samples
        var idrs: [GOPIndex.IDR] = []
        // If the SPS allows fields, each frame may consist of two of them.
        let mayHaveFields = all.values.contains { !$0.sequence.frameMbsOnly }
        for (number, sample) in samples.enumerated() where sample.isKeyframe || mayHaveFields {
            let frame = movie.beginning(track: track, sample: number, lengthSize: configuration.lengthSize)
            guard let frame, let slice = frame.firstSlice else { throw .openGroups }
            guard configuration.contains(setsOf: frame) else { throw .severalParameterSets }
            guard !frame.units.contains(where: \.isOfLayers) else { throw .layers }
            guard slice.kind != .sliceDataPartitionA else {
                throw .otherEncoder(because: "it uses slice data partitioning")
            }
            guard let start = SliceStart(slice, sets: all) else { throw .unknownParameterSets }
            if start.fieldPic { throw .interlaced }
            guard sample.isKeyframe, let id = start.idrPicID else { continue }
            sets = sets ?? all[start.picParameterSetID]
            idrs.append((number, id))
        }
        guard let sets else { throw .noKeyframes }
        self.sets = sets
        guard let gops = GOPIndex(samples: samples, idrs: idrs) else { throw .openGroups }
        self.gops = gops
    }

    /// Returns the reason why such frames cannot be in an output that all players support, or nil.
    private static func obstacle(_ set: SequenceParameterSet) -> Rendering.Obstacle? {
        if set.mbAdaptiveFrameField { return .interlaced }
        if let bits = set.bitDepths.first(where: { $0 != 8 }) { return .bitDepth(Int(bits)) }
        return switch set.chromaFormatIdc {
        case 0: .chroma("monochrome")
        case 1: nil
        case 2: .chroma("4:2:2")
        default: .chroma("4:4:4")
        }
    }
}
