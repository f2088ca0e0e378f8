extension MovieReader {
    /// So many bytes hold all that stands before a keyframe's first slice: parameter sets, and what an encoder says of
    /// itself.
    private static let enough = 4096

    /// How a sample of an H.264 track begins, as far as its first slice; nil where it is not whole.
    package func beginning(track: Int, sample: Int, lengthSize: Int) -> AccessUnit? {
        guard let start = try? bytes(track: track, sample: sample, first: Self.enough) else { return nil }
        return AccessUnit(start: start, lengthSize: lengthSize)
    }

    /// The samples of a track at which decoding can begin, ascending.
    ///
    /// Containers call it a keyframe too where frames only begin to be refreshed, bit by bit: those of H.264 are not
    /// among them.
    package func keyframes(track: Int) -> [Int] {
        let samples = index.tracks[track].samples
        let keyframes = samples.indices.filter { samples[$0].isKeyframe }
        guard streams[track].parameters.codecName == "h264",
            let configuration = AVCConfiguration(streams[track].parameters.extradata)
        else { return keyframes }
        let lengthSize = configuration.lengthSize
        let intra = keyframes.filter {
            beginning(track: track, sample: $0, lengthSize: lengthSize)?.firstSlice.map(SliceHeader.isIntra) ?? false
        }
        return intra.isEmpty ? keyframes : intra
    }
}
