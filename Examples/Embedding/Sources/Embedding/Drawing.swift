import Replay

/// The video and audio of the application: a second each of red, green and blue, each with a different pitch. A white
/// square moves from left to right.
struct Drawing {
    let width = 640
    let height = 360
    let framesPerSecond = 30
    let seconds = 3

    /// Returns the pixels of a frame, rows from top to bottom: 4 bytes per pixel (blue, green, red, unused).
    func frame(_ number: Int) -> [UInt8] {
        let channel = 2 - number / framesPerSecond % 3
        let square = number * 6..<number * 6 + 40
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = (y * width + x) * 4
                let isSquare = square.contains(x) && (160..<200).contains(y)
                for byte in 0..<3 { pixels[pixel + byte] = isSquare ? 255 : byte == channel ? 200 : 0 }
            }
        }
        return pixels
    }

    /// Returns a second of interleaved stereo audio at 48 kHz: a triangle wave of 400, 800 or 1200 Hz.
    func audio(_ second: Int) -> [Float] {
        let period = 120 / (second + 1)
        return (0..<48_000).flatMap { sample in
            let phase = Float(sample % period) / Float(period)
            let level = 0.3 * (4 * abs(phase - 0.5) - 1)
            return [level, level]
        }
    }
}
