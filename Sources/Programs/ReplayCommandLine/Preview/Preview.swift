package import ArgumentParser
package import ReplayLibrary
package import Synchronization

/// `replay preview`
package struct Preview: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Watch, edit and share recordings in the browser.",
        discussion: """
            Serves a page to this machine only, prints its address, and opens it. Without a recording, the page shows the \
            library. The server ends some time after the page is closed, or with Ctrl-C. Anyone who has the address can do \
            everything that the page can.

            Example: replay preview
                     replay preview 20261121 --share
            """)

    @Argument(
        help: "The recording: its id, its name, or the beginning of either. Default: the library.",
        completion: .recordings)
    var recording: String?

    @Flag(help: "Open the page with its list of exports.")
    var share = false

    @Flag(name: .customLong("no-open"), help: "Do not open the browser.")
    var noOpen = false

    @Option(help: "The port to listen on. Default: any free port.")
    var port = 0

    @OptionGroup var output: OutputOptions

    package func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be between 1 and 65535") }
        if share, recording == nil { throw ValidationError("--share requires a recording; “replay list” lists them") }
    }

    package func run() async throws {
        guard let server = Self.server.withLock({ $0 }) else { throw SiblingProgram.preview.missing }
        let found = try recording.map { try RecordingLibrary.open().recording(matching: $0) }
        let signals = await Interrupts.stream()
        let served = Task {
            try await server.serve(found, isForSharing: share, port: port) { address in
                if output.json { try Output.jsonLine(PreviewReport(address: address)) } else { print(address) }
                try Output.finish()
                if !noOpen { await server.openBrowser(address) }
            }
        }
        let watching = Task {
            for await number in signals {
                served.cancel()
                return number
            }
            return Int32(0)
        }
        try await served.value
        guard served.isCancelled else { return watching.cancel() }
        throw ExitCode(128 + (await watching.value))
    }

    /// The server. Nil except in `replay-preview`, which the other programs execute.
    package static let server = Mutex<(any PreviewServing)?>(nil)

    package init() {}
}

private struct PreviewReport: Encodable { let address: String }

/// The part of `replay preview` that needs FFmpeg and a server.
package protocol PreviewServing: Sendable {
    /// Serves until no page has been open for a while, or until the task is cancelled.
    /// - Parameters:
    ///   - recording: The recording to show first, or nil for the library.
    ///   - isForSharing: True to show the export page at once.
    ///   - port: The port, or 0 for any free one.
    ///   - started: Called with the address.
    func serve(
        _ recording: Recording?, isForSharing: Bool, port: Int,
        started: @Sendable (_ address: String) async throws -> Void
    ) async throws

    /// Opens an address with the desktop's program for it, if there is one.
    func openBrowser(_ address: String) async
}
