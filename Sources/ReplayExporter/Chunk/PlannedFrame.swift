/// A frame of the output, as it is known before anything is decoded.
struct PlannedFrame: Sendable, Equatable {
    /// How it is coded.
    enum Coding: Sendable, Equatable {
        /// An IDR of the recording, with its idr_pic_id.
        case copiedIDR(UInt32)
        /// An IDR whose id the encoder will choose.
        case encodedIDR
        /// It goes by frames before it.
        case dependent
    }

    /// When it is shown, in ticks of the output.
    let time: Int64
    /// Where rendering must begin for it to be the first.
    let place: FramePosition
    let coding: Coding
}
