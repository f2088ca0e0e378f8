import ArgumentParser

/// A frame rate on the command line: `30`, `29.97` or `30000/1001`, from 1 to 240 frames per second.
struct FrameRateArgument: ExpressibleByArgument {
    let rate: FrameRate

    init?(argument: String) {
        // In video production, 29.97 and similar rates mean 30000/1001.
        let decimal = Double(argument).flatMap { Rational(interchangeRate: $0) }.flatMap { FrameRate($0) }
        guard let rate = decimal ?? FrameRate(argument), (Rational(1)...240).contains(rate.framesPerSecond) else {
            return nil
        }
        self.rate = rate
    }
}
