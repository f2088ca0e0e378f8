import ArgumentParser
import MediaTime
import ReplayControl
import ReplayLibrary
package import ReplaySources

/// A part of the screen: `800x600+100+50` as X writes it, `100,50,800,600` as screencapture(1) does, or `100,50 800x600` as slurp(1).
package struct AreaArgument: ExpressibleByArgument {
    package let text: String
    package let target: CaptureTarget

    package init?(argument: String) {
        let numbers = argument.utf8.split(omittingEmptySubsequences: false) { !Self.digits.contains($0) }
            .map { Int(Substring($0)) }
        let signs = String(argument.unicodeScalars.filter { !("0"..."9").contains($0) })
        guard numbers.count == 4, let order = Self.orders[signs] else { return nil }
        let values = order.compactMap { numbers[$0] }
        guard values.count == 4, values[2] > 0, values[3] > 0 else { return nil }
        text = argument
        target = .rectangle(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Where x, y, width and height stand among the numbers, by the signs between them.
    private static let orders = ["x++": [2, 3, 0, 1], ",,,": [0, 1, 2, 3], ", x": [0, 1, 2, 3]]
}
