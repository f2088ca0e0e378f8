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
        let own = sequence.scalingLists?.inForce(ScalingLists.standard)
        let lists = picture.scalingLists?.inForce(own ?? ScalingLists.standard) ?? own ?? ScalingLists.flat
        return picture.hasTransform8x8 ? lists : Array(lists.prefix(6))
    }
}

extension AVCConfiguration {
    /// The parameter sets, by `pic_parameter_set_id`.
    package var parameterSets: [UInt32: ParameterSets] {
        let sequences = sequenceParameters.compactMap { SequenceParameterSet($0) }
        let pairs = pictureParameters.compactMap { unit -> (UInt32, ParameterSets)? in
            guard let picture = PictureParameterSet(unit),
                let sequence = sequences.first(where: { $0.id == picture.sequenceID })
            else { return nil }
            return (picture.id, ParameterSets(sequence: sequence, picture: picture))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
