import ArgumentParser
import Replay

/// A part of the screen, as X writes it: 800x600+100+50.
struct AreaArgument: ExpressibleByArgument {
    let text: String
    let target: CaptureTarget

    init?(argument: String) {
        let numbers = argument.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "+" }.map { Int($0) }
        let signs = argument.filter { !$0.isNumber }
        guard signs == "x++", numbers.count == 4, let width = numbers[0], let height = numbers[1],
            let x = numbers[2], let y = numbers[3], width > 0, height > 0
        else { return nil }
        text = argument
        target = .rectangle(x: x, y: y, width: width, height: height)
    }
}
