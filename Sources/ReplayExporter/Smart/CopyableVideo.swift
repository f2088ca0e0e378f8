import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// What must be known of a track's coding before its frames can stand among others in one stream.
struct CopyableVideo {
    /// As its file has it.
    let configuration: AVCConfiguration
    /// Those by which frames that are encoded go, as the first IDR does.
    let sets: ParameterSets
    let gops: GOPIndex

    /// Reads the beginning of each keyframe.
    /// - Throws: why the track's frames cannot be copied.
    init(_ movie: MovieReader, track: Int) throws(Rendering.Obstacle) {
        let parameters = movie.streams[track].parameters
        guard parameters.codecName == "h264" else { throw .codec(parameters.codecName) }
        guard let configuration = AVCConfiguration(parameters.extradata) else { throw .severalParameterSets }
        let all = configuration.parameterSets
        guard all.count == configuration.pictureParameters.count, let any = all.values.first?.sequence,
            all.values.allSatisfy({ $0.sequence.showsFrames(like: any) })
        else { throw .severalParameterSets }
        guard !any.isFieldAdaptive, any.chromaFormat == 1, any.bitDepths == [8, 8] else { throw .format }
        self.configuration = configuration
        var sets: ParameterSets?
        let samples = movie.index.tracks[track].samples
        var idrs: [GOPIndex.IDR] = []
        for (number, sample) in samples.enumerated() where sample.isKeyframe {
            let frame = movie.beginning(track: track, sample: number, lengthSize: configuration.lengthSize)
            guard let frame, let slice = frame.firstSlice else { throw .openGroups }
            guard configuration.contains(setsOf: frame) else { throw .severalParameterSets }
            guard let start = SliceStart(slice, all) else { throw .openGroups }
            if start.isField { throw .format }
            guard let id = start.idrID else { continue }
            sets = sets ?? all[start.setID]
            idrs.append((number, id))
        }
        guard let sets else { throw .noKeyframes }
        self.sets = sets
        guard let gops = GOPIndex(samples: samples, idrs: idrs) else { throw .openGroups }
        self.gops = gops
    }
}
