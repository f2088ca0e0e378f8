/// The sequence and the picture parameter set of a slice.
package struct ParameterSets: Equatable, Sendable {
    package let sequence: SequenceParameterSet
    package let picture: PictureParameterSet

    package init(sequence: SequenceParameterSet, picture: PictureParameterSet) {
        (self.sequence, self.picture) = (sequence, picture)
    }

    /// The scaling lists in effect (ITU-T H.264, table 7-2): six of 4x4, and two of 8x8 if the 8x8 transform is
    /// allowed. Each is in the order of its codes.
    package var scalingLists: [[UInt8]] {
        let own = sequence.scalingLists?.resolved(fallBackTo: ScalingLists.defaults)
        let lists = picture.scalingLists?.resolved(fallBackTo: own ?? ScalingLists.defaults) ?? own ?? ScalingLists.flat
        return picture.transform8x8Mode ? lists : Array(lists.prefix(6))
    }
}

extension AVCConfiguration {
    /// The parameter sets, by `pic_parameter_set_id`.
    package var parameterSets: [UInt32: ParameterSets] {
        let sequences = sequenceParameterSets.compactMap { SequenceParameterSet($0) }
        let pairs = pictureParameterSets.compactMap { unit -> (UInt32, ParameterSets)? in
            guard let picture = PictureParameterSet(unit),
                let sequence = sequences.first(where: { $0.id == picture.seqParameterSetID })
            else { return nil }
            return (picture.id, ParameterSets(sequence: sequence, picture: picture))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
