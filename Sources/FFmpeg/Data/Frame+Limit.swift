internal import CFFmpeg

extension Frame {
    /// Audio in planar 32-bit floats in which nothing is louder than `peak`, and what is no number is silent; the same
    /// frame where all is well.
    func limited(to peak: Float) throws(FFmpegError) -> Frame {
        let planes = samplePlanes
        // Magnitudes are ordered as their bits are, with what is no number above all; and bits are compared quickly.
        let loudest = planes.lazy.map { $0.reduce(0) { max($0, $1.magnitude.bitPattern) } }.max() ?? 0
        guard loudest > peak.bitPattern else { return self }
        let limited = planes.map { $0.map { $0.isNaN ? 0 : min(max($0, -peak), peak) } }
        return try Frame.audio(planes: limited, sampleRate: sampleRate, pts: pts ?? 0)
    }

    private var samplePlanes: [UnsafeBufferPointer<Float>] {
        guard pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue else { return [] }
        return (0..<channelCount).compactMap { channel in
            guard let plane = pointer.pointee.extended_data[channel] else { return nil }
            let samples = UnsafeRawPointer(plane).assumingMemoryBound(to: Float.self)
            return UnsafeBufferPointer(start: samples, count: sampleCount)
        }
    }
}
