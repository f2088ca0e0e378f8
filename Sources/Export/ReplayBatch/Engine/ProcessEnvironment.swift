import Glibc
import Subprocess

extension Environment {
    /// Returns the environment of this process, byte for byte, with changes.
    /// - Parameter changes: The variables to set; nil removes a variable.
    static func own(_ changes: [String: String?] = [:]) -> Environment {
        var entries: [[UInt8]] = []
        var place = environ
        while let entry = place.pointee {
            entries.append(String(path: entry).pathBytes)
            place += 1
        }
        entries.removeAll { !isPassable($0) || changes.keys.contains(name(of: $0)) }
        for (name, value) in changes { if let value { entries.append(Array(name.utf8) + [equals] + value.pathBytes) } }
        return .custom(entries.map { $0 + [0] })
    }

    private static let equals = UInt8(ascii: "=")

    private static func name(of entry: [UInt8]) -> String { String(path: entry.prefix { $0 != equals }) }

    /// Returns true if Subprocess accepts the entry.
    private static func isPassable(_ entry: [UInt8]) -> Bool {
        guard let first = entry.first, first != equals, entry.contains(equals) else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    }
}

extension Arguments {
    /// Creates arguments from texts whose bytes need not be UTF-8.
    init(paths: [String]) { self.init(paths.map { $0.pathBytes + [0] }) }
}
