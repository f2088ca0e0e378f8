package import ArgumentParser
package import ReplayControl

/// The options for the export by `replay record` after the recording has ended.
package struct RecordExportOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "Export to this file when the recording ends. The recording is kept.")
    package var path: String?

    @Option(help: "The preset of the export.")
    package var preset: String?

    @Flag(help: "Overwrite an existing file.")
    package var force = false

    package func validate() throws {
        if preset != nil, path == nil { throw ValidationError("--preset requires --output") }
    }

    package init() {}
}

/// The destinations of the recorder's log besides the recording's folder.
package struct LogOptions: ParsableArguments {
    @Option(help: "Also append the recorder’s log to this file.", completion: .file())
    package var log: String?

    @Flag(name: .shortAndLong, help: "Log more, also to standard error.")
    package var verbose = false

    package func apply(to configuration: inout RecordingConfiguration) {
        configuration.log = log
        configuration.isVerbose = verbose
    }

    package init() {}
}
