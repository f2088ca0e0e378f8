import ArgumentParser
import ReplayCommandLine

/// A number of bytes, such as 500MB or 50GB: powers of 1000, as disks are sold.
struct SizeArgument: ExpressibleByArgument {
    let bytes: Int64

    private static let units = [("", 0), ("K", 1), ("M", 2), ("G", 3), ("T", 4)]

    init?(argument: String) {
        var text = argument.uppercased()
        if text.hasSuffix("B") { text.removeLast() }
        guard let (unit, power) = Self.units.last(where: { text.hasSuffix($0.0) }),
            let number = Int64(text.dropLast(unit.count)), number >= 0
        else { return nil }
        let (bytes, isTooLarge) = (0..<power).reduce((number, false)) { total, _ in
            let (product, overflow) = total.0.multipliedReportingOverflow(by: 1000)
            return (product, total.1 || overflow)
        }
        guard !isTooLarge else { return nil }
        self.bytes = bytes
    }
}
