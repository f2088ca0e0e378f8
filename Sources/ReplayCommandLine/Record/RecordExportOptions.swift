package import ArgumentParser
import ReplayControl
import ReplayLibrary
import ReplaySources

/// The export that `replay record` makes when the recording has ended.
package struct RecordExportOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "Export to this file when the recording ends. The recording is kept.")
    package var path: String?

    @Option(help: "The preset of that export.")
    package var preset: String?

    @Flag(help: "Overwrite an existing file.")
    package var force = false

    package func validate() throws {
        if preset != nil, path == nil { throw ValidationError("--preset is of the export, and wants --output") }
    }

    package init() {}
}
