import Foundation

/// The first audio track of a movie as ffmpeg decodes it, mixed to one channel at 48 kHz. Each sample is at its time,
/// with silence in gaps.
struct DecodedAudio {
    let samples: [Float]

    static let sampleRate: Int32 = 48_000

    /// Returns ffmpeg's options to write the samples, and the time of each run of samples, into two files of a folder.
    static func options(into folder: URL) -> [String] {
        let audio = ["-map", "0:a:0", "-ac", "1", "-ar", "\(sampleRate)", "-c:a", "pcm_f32le", "-f"]
        return audio + ["f32le", folder.appending(path: samplesName).path] + audio
            + ["framecrc", folder.appending(path: timesName).path]
    }

    /// Reads these two files.
    init(from folder: URL) throws {
        let bytes = try Data(contentsOf: folder.appending(path: Self.samplesName))
        let played = [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
            count = bytes.copyBytes(to: buffer) / 4
        }
        var (samples, read) = ([Float](), 0)
        for line in try String(contentsOf: folder.appending(path: Self.timesName), encoding: .utf8).split(
            separator: "\n")
        where !line.hasPrefix("#") {
            // Stream, decoding time, presentation time, samples, bytes, checksum.
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count > 3, let time = Int(fields[2]), let count = Int(fields[3]) else { continue }
            let run = played[read..<min(played.count, read + count)]
            read += count
            // Samples before time 0 are not heard.
            let heard = run.dropFirst(max(0, -time))
            let start = max(0, time)
            let end = start + heard.count
            if samples.count < end { samples += Array(repeating: 0, count: end - samples.count) }
            samples.replaceSubrange(start..<end, with: heard)
        }
        self.samples = samples
    }

    private static let samplesName = "audio.f32"
    private static let timesName = "audio.times"
}
