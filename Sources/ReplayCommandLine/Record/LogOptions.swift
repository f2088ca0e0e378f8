package import ArgumentParser
package import ReplayControl
import ReplayLibrary
import ReplaySources

/// Where the recorder's log goes, besides the recording's folder.
package struct LogOptions: ParsableArguments {
    @Option(help: "Append the recorder’s log to this file, too.", completion: .file())
    package var log: String?

    @Flag(name: .shortAndLong, help: "Log more, to standard error, too.")
    package var verbose = false

    package func apply(to configuration: inout RecordingConfiguration) {
        configuration.log = log
        configuration.isVerbose = verbose
    }

    package init() {}
}
