/// Short tones in audio that is otherwise silent.
enum AudioClicks {
    /// The ffmpeg source of a tone every half second, a quarter of a second late.
    static let source = "aevalsrc='if(lt(mod(t+0.25,0.5),0.02),0.5*sin(2*PI*1000*t),0)':s=48000"

    /// Returns the times at which the tones begin, in seconds.
    static func times(in samples: [Float]) -> [Double] {
        var (times, last) = ([Double](), -48_000)
        for (place, sample) in samples.enumerated() where abs(sample) > 0.1 {
            if place - last > 4800 { times.append(Double(place) / 48_000) }
            last = place
        }
        return times
    }
}
