import ArgumentParser
import ReplayBroadcast

/// The options of `replay broadcast` for handler programs and set-up programs.
struct HandlerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A value for a handler or a set-up program; repeatable.", valueName: "key=value"))
    var setup: [SetupArgument] = []

    @Option(help: ArgumentHelp("End a handler that uses more memory. Default: 50MB.", valueName: "size"))
    var handlerMemory: MemoryArgument?

    init() {}

    func validate() throws {
        let keys = setup.map(\.key)
        if let twice = keys.first(where: { key in keys.count { $0 == key } > 1 }) {
            throw ValidationError("--setup gives “\(twice)” twice")
        }
        guard HandlerLimits.canSend(values) else {
            throw ValidationError(
                "--setup gives too much: at most \(HandlerLimits.maxValues) values of 16 KB in all")
        }
    }

    /// Sets the options in the settings of a broadcast.
    func apply(to configuration: inout BroadcastController.Configuration) {
        configuration.setup = values
        configuration.handlerMemory = handlerMemory?.bytes ?? configuration.handlerMemory
    }

    /// The values by their keys.
    var values: [String: String] {
        Dictionary(setup.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

/// A value for a handler, such as `room=7`.
struct SetupArgument: ExpressibleByArgument {
    let key, value: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return nil }
        (key, value) = (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }
}

/// A number of bytes, such as 200MB. Units are powers of 1000; without a unit, it is in bytes.
struct MemoryArgument: ExpressibleByArgument {
    let bytes: Int64

    init?(argument: String) {
        let text = argument.uppercased()
        let units: [(name: String, size: Int64)] = [("KB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1)]
        let unit = units.first { text.hasSuffix($0.name) } ?? (name: "", size: 1)
        let (bytes, overflows) =
            (Int64(text.dropLast(unit.name.count)) ?? 0).multipliedReportingOverflow(by: unit.size)
        guard !overflows, HandlerLimits.memories.contains(bytes) else { return nil }
        self.bytes = bytes
    }
}
