import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// What must be known of a track's coding before its frames can stand among others in one stream.
struct CopyableVideo {
    /// As its file has it.
    let configuration: AVCConfiguration
    let sequence: SequenceParameterSet
    let gops: GOPIndex

    /// Reads the beginning of each keyframe.
    /// - Parameter mayHaveAddedSets: whether frames may go by parameter sets that were put beside the first ones, as a redaction
    ///   does.
    /// - Throws: why the track's frames cannot be copied.
    init(_ movie: MovieReader, track: Int, mayHaveAddedSets: Bool = false) throws(Rendering.Obstacle) {
        let parameters = movie.streams[track].parameters
        guard parameters.codecName == "h264" else { throw .codec(parameters.codecName) }
        guard let configuration = AVCConfiguration(parameters.extradata) else { throw .severalParameterSets }
        let counts = [configuration.sequenceParameters.count, configuration.pictureParameters.count]
        guard counts == [1, 1] || mayHaveAddedSets && counts == [2, 2],
            let sequence = SequenceParameterSet(configuration.sequenceParameters[0])
        else { throw .severalParameterSets }
        guard sequence.isProgressive, sequence.chromaFormat == 1, sequence.bitDepths == [8, 8] else { throw .format }
        self.configuration = configuration
        self.sequence = sequence
        let sequences = configuration.sequences
        let samples = movie.index.tracks[track].samples
        var idrs: [GOPIndex.IDR] = []
        for (number, sample) in samples.enumerated() where sample.isKeyframe {
            let frame = movie.beginning(track: track, sample: number, lengthSize: configuration.lengthSize)
            guard let frame, let slice = frame.firstSlice else { throw .openGroups }
            guard configuration.contains(setsOf: frame) else { throw .severalParameterSets }
            let own = sequences[SliceHeader.setID(of: slice)] ?? sequence
            guard let id = SliceHeader(slice, sequence: own)?.idrID else { continue }
            idrs.append((number, id))
        }
        guard !idrs.isEmpty else { throw .noKeyframes }
        guard let gops = GOPIndex(samples: samples, idrs: idrs) else { throw .openGroups }
        self.gops = gops
    }
}
