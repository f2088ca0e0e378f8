internal import CFFmpeg

extension CodecParameters {
    /// What a decoder must have before the first packet, in the form that the container gave it.
    package var extradata: [UInt8] {
        guard let data = pointer.pointee.extradata else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(pointer.pointee.extradata_size)))
    }

    /// The same with another `extradata`.
    package func with(extradata: [UInt8]) throws(FFmpegError) -> CodecParameters {
        let copy = try CodecParameters(copying: pointer)
        av_freep(&copy.pointer.pointee.extradata)
        copy.pointer.pointee.extradata_size = 0
        guard let data = av_mallocz(extradata.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "codec parameters")
        }
        data.copyMemory(from: extradata, byteCount: extradata.count)
        copy.pointer.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
        copy.pointer.pointee.extradata_size = Int32(extradata.count)
        return copy
    }

    /// In bits a second; 0 where unknown.
    package var bitRate: Int { Int(pointer.pointee.bit_rate) }
}
