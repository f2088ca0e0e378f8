package import FFmpeg
import Workers

extension StreamInfo {
    /// Opens a decoder of a live input's stream, such as a camera's. It runs in a sandbox of its own, unless this program
    /// is used without Replay's others. Frames that are not coded are passed on by this process.
    /// - Parameter input: The name of the input for errors.
    /// - Throws: `FFmpegError`, and the errors of a sandbox.
    package func openLiveDecoder(input: String) throws -> any PacketDecoder {
        guard parameters.isCoded, let program = try Worker.confined() else {
            return try Decoder.open(parameters, timeBase: timeBase)
        }
        let worker = try MediaWorker.start(header: nil, of: input, by: program).worker
        let order = DecoderOrder(source: .described(self), timeBase: timeBase, threads: 1, isCropped: true)
        return try worker.openDecoder(order, of: self)
    }
}
