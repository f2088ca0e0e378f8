extension AVCConfiguration {
    /// The sequence parameter set that each picture parameter set goes by, by the id of the latter.
    package var sequences: [UInt32: SequenceParameterSet] {
        let sets = sequenceParameters.compactMap { SequenceParameterSet($0) }
        var found: [UInt32: SequenceParameterSet] = [:]
        for picture in pictureParameters {
            var reader = BitReader(picture.payload(ofFirst: 16))
            let (id, sequence) = (reader.unsigned(), reader.unsigned())
            guard !reader.isExhausted else { continue }
            found[id] = sets.first { $0.id == sequence }
        }
        return found
    }

    /// Whether `other`'s sets are among these.
    package func hasSets(of other: AVCConfiguration) -> Bool {
        other.sequenceParameters.allSatisfy(sequenceParameters.contains)
            && other.pictureParameters.allSatisfy(pictureParameters.contains)
    }
}

extension SliceHeader {
    /// The id of the picture parameter set that a slice goes by.
    package static func setID(of unit: NALUnit) -> UInt32 {
        var reader = BitReader(unit.payload(ofFirst: 24))
        // first_mb_in_slice, slice_type.
        _ = (reader.unsigned(), reader.unsigned())
        return reader.unsigned()
    }
}
