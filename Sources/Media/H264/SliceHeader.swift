import BitCoding

/// The header of a slice, up to its first macroblock (ITU-T H.264, 7.3.3). It contains the positions of the fields
/// about other frames. Only frames without long-term references are supported, not fields.
package struct SliceHeader: Equatable, Sendable {
    /// The parameters of the deblocking filter.
    struct Deblocking: Equatable, Sendable {
        /// `disable_deblocking_filter_idc`: 0 filters all edges, 1 none, 2 none at slice boundaries.
        let disabled: UInt32
        /// `slice_alpha_c0_offset_div2` and `slice_beta_offset_div2`.
        let offsets: [Int32]

        static let standard = Deblocking(disabled: 0, offsets: [0, 0])
    }

    /// The positions of fields, in bits of the payload; empty for absent fields.
    struct Places: Equatable, Sendable {
        /// `frame_num`.
        var number = 0..<0
        /// `pic_order_cnt_lsb`.
        var order = 0..<0
        /// `ref_pic_list_modification()`, of all lists.
        var modifications = 0..<0
        /// `dec_ref_pic_marking()`.
        var marking = 0..<0
    }

    private(set) var start: SliceStart
    /// True if the frame is a reference frame: `nal_ref_idc` is not 0.
    let isReference: Bool
    /// `pic_order_cnt_lsb`; 0 for other picture order types.
    private(set) var order: UInt32 = 0
    /// `delta_pic_order_cnt_bottom`.
    private(set) var bottomOrder: Int32 = 0
    /// The number of reference frames: in list 0, and for a B slice in list 1.
    private(set) var counts: [Int] = []
    /// The modifications of each list: the signed `abs_diff_pic_num_minus1` + 1 of each.
    private(set) var modifications: [[Int64]] = []
    private(set) var hasWeights = false
    /// `difference_of_pic_nums_minus1` + 1 of each `memory_management_control_operation` 1. Nil for the sliding window.
    private(set) var removals: [Int64]?
    /// `cabac_init_idc`; 0 if the slice has none.
    private(set) var cabacTable: UInt32 = 0
    private(set) var quantizer: Int32 = 0
    private(set) var deblocking = Deblocking.standard
    /// The position of the first macroblock, in bits of the payload.
    private(set) var end = 0
    private(set) var places = Places()

    /// Reads a slice header.
    /// - Parameter sets: The parameter sets, by `pic_parameter_set_id`.
    /// - Returns: Nil if the unit is not a supported slice, or is incomplete.
    init?(_ unit: NALUnit, _ payload: [UInt8], _ sets: [UInt32: ParameterSets]) {
        var reader = BitReader(payload)
        guard let start = SliceStart(unit, sets, &reader), let kind = start.kind, [.p, .b, .i].contains(kind),
            !start.isField, let sets = sets[start.setID], sets.picture.sliceGroups == 1, let first = unit.bytes.first
        else { return nil }
        (self.start, isReference) = (start, first >> 5 & 3 != 0)
        places.number = start.numberPlace
        readOrder(&reader, sets)
        guard !sets.picture.hasRedundantCount || reader.unsigned() == 0,
            readReferences(&reader, kind, sets.picture), readMarking(&reader, isIDR: unit.kind == .idrSlice)
        else { return nil }
        if sets.picture.isCABAC, kind != .i { cabacTable = reader.unsigned() }
        quantizer = sets.picture.initialQuantizer + max(-100, min(reader.signed(), 100))
        if sets.picture.hasDeblockingControl { deblocking = Deblocking(&reader) }
        end = reader.position
        guard !reader.isExhausted, cabacTable < 3, (0...51).contains(quantizer) else { return nil }
    }

    private mutating func readOrder(_ reader: inout BitReader, _ sets: ParameterSets) {
        switch sets.sequence.order {
        case .lowestBits(let count):
            let start = reader.position
            order = reader.bits(count)
            places.order = start..<reader.position
            if sets.picture.hasBottomOrder { bottomOrder = reader.signed() }
        case .cycle(_, _, isAsExpected: false):
            _ = reader.signed()
            if sets.picture.hasBottomOrder { _ = reader.signed() }
        case .cycle, .decoding: break
        }
    }

    /// Reads the reference lists.
    /// - Returns: False for long-term references and for invalid counts.
    private mutating func readReferences(
        _ reader: inout BitReader, _ kind: SliceStart.Kind, _ picture: PictureParameterSet
    ) -> Bool {
        guard kind != .i else { return true }
        // `direct_spatial_mv_pred_flag`.
        if kind == .b { reader.skip(1) }
        let lists = kind == .b ? 2 : 1
        counts = picture.defaultReferences.prefix(lists).map { Int($0) }
        if reader.bit() { counts = counts.map { _ in Int(min(reader.unsigned(), 32)) + 1 } }
        guard counts.allSatisfy({ $0 <= 32 }) else { return false }
        let start = reader.position
        for _ in 0..<lists {
            guard let list = Self.modifications(&reader) else { return false }
            modifications.append(list)
        }
        places.modifications = start..<reader.position
        hasWeights = kind == .b ? picture.weightsOfBoth == 1 : picture.hasWeights
        if hasWeights { skipWeights(&reader) }
        return true
    }

    private static func modifications(_ reader: inout BitReader) -> [Int64]? {
        guard reader.bit() else { return [] }
        var modifications: [Int64] = []
        while !reader.isExhausted {
            switch reader.unsigned() {
            case 0: modifications.append(-Int64(reader.unsigned()) - 1)
            case 1: modifications.append(Int64(reader.unsigned()) + 1)
            case 3: return modifications
            default: return nil
            }
            if modifications.count > 33 { return nil }
        }
        return nil
    }

    private func skipWeights(_ reader: inout BitReader) {
        // `luma_log2_weight_denom` and `chroma_log2_weight_denom`.
        for _ in 0..<2 { _ = reader.unsigned() }
        for _ in 0..<counts.reduce(0, +) {
            for values in [2, 4] where reader.bit() {
                for _ in 0..<values { _ = reader.signed() }
            }
        }
    }

    /// Reads `dec_ref_pic_marking()`.
    /// - Returns: False for long-term references.
    private mutating func readMarking(_ reader: inout BitReader, isIDR: Bool) -> Bool {
        let start = reader.position
        defer { places.marking = start..<reader.position }
        guard isReference else { return true }
        // `no_output_of_prior_pics_flag` and `long_term_reference_flag`.
        if isIDR { return reader.bits(2) == 0 }
        guard reader.bit() else { return true }
        var removals: [Int64] = []
        while !reader.isExhausted {
            let operation = reader.unsigned()
            if operation == 0 { break }
            guard operation == 1, removals.count < 32 else { return false }
            removals.append(Int64(reader.unsigned()) + 1)
        }
        self.removals = removals
        return true
    }

    /// Returns the header with new numbers for its own and other frames.
    func changed(number: Int64, order: Int64, modifications: [[Int64]], removals: [Int64]?) -> SliceHeader {
        var changed = self
        changed.start.number = UInt32(truncatingIfNeeded: number)
        changed.order =
            places.order.isEmpty ? 0 : UInt32(truncatingIfNeeded: order & ((1 << Int64(places.order.count)) - 1))
        (changed.modifications, changed.removals) = (modifications, removals)
        return changed
    }

    /// True if the slice is an I slice, or has one reference frame, no list modification and no weights. The frame must
    /// also be a reference frame with sliding window marking.
    var isPlain: Bool {
        (start.kind == .i || start.kind == .p && counts == [1] && modifications == [[]] && !hasWeights)
            && isReference && removals == nil
    }
}

extension SliceHeader.Deblocking {
    fileprivate init(_ reader: inout BitReader) {
        disabled = reader.unsigned()
        offsets = disabled == 1 ? [0, 0] : [reader.signed(), reader.signed()]
    }
}
