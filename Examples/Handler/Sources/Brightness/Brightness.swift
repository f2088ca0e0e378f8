import Foundation
import ReplayBroadcastHandler

/// Writes a line for each second of a broadcast: the time and the mean brightness of the screen, 16 (black) to 235
/// (white).
///
///     replay broadcast .build/release/Brightness --setup output=brightness.txt
@main final class Brightness: BroadcastSampleHandler {
    private var output = FileHandle.standardOutput
    private var second = Int64(-1)

    override func broadcastStarted(setupInfo: BroadcastSetupInfo) {
        let path = setupInfo.values["output"] ?? "brightness.txt"
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { return finish(with: OutputError(path: path)) }
        output = file
        write(setupInfo.name)
    }

    override func process(_ sampleBuffer: BroadcastSampleBuffer, kind: BroadcastSampleKind) {
        guard case .video(let frame) = sampleBuffer else { return }
        let whole = frame.time.converted(to: 1, rounding: .down).value
        guard whole > second else { return }
        second = whole
        write("\(frame.time.timecode()) \(brightness(of: frame))")
    }

    override func broadcastPaused() { write("paused") }

    override func broadcastResumed() { write("resumed") }

    override func broadcastAnnotated(_ annotation: BroadcastAnnotation) { write("mark \(annotation.text ?? "")") }

    override func broadcastFinished() { write("finished \(finishReason?.rawValue ?? "")") }

    /// Returns the mean of every 16th row of the luma plane.
    private func brightness(of frame: BroadcastFrame) -> Int {
        frame.withPlanes { planes in
            let luma = planes[0]
            let rows = stride(from: 0, to: luma.height, by: 16)
            let sum = rows.reduce(0) { $0 + luma.row($1).reduce(0) { $0 + Int($1) } }
            return sum / (rows.underestimatedCount * luma.width)
        }
    }

    private func write(_ line: String) { output.write(Data("\(line)\n".utf8)) }
}

/// A file that cannot be written.
struct OutputError: Error, CustomStringConvertible {
    let path: String
    var description: String { "cannot write to \(path)" }
}
