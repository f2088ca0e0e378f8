package import ArgumentParser
package import ReplayLibrary
package import Synchronization

/// `replay preview`
package struct Preview: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Watch, edit and share recordings in the browser.",
        usage: "replay preview [<recording>] [--share] [--together] [--listen <address>] [<options>]",
        discussion: """
            Serves a page to this machine only, prints its address, and opens it. Without a recording, the page shows the \
            library. The server ends some time after the page is closed, or with Ctrl-C. Anyone who has the address can do \
            everything that the page can. With --together, others can watch the recording at the same time, at a second \
            address; they see the edit and change nothing.

            Example: replay preview
                     replay preview 20261121 --share
                     replay preview demo --together --listen 192.168.1.5
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

    @Flag(help: "Print a second address, at which others watch the recording at the same time.")
    var together = false

    @Option(
        help: ArgumentHelp(
            "With --together: the address of this machine for viewers on the network, ADDRESS[:PORT].",
            valueName: "address"))
    var listen: String?

    @OptionGroup var sandbox: SandboxOptions

    @OptionGroup var output: OutputOptions

    package func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be between 1 and 65535") }
        if share, recording == nil { throw ValidationError("--share requires a recording; “replay list” lists them") }
        if together, recording == nil {
            throw ValidationError("--together requires a recording; “replay list” lists them")
        }
        if listen != nil, !together { throw ValidationError("--listen requires --together") }
    }

    package func run() async throws {
        guard let server = Self.server.withLock({ $0 }) else { throw SiblingProgram.preview.missing }
        let found = try recording.map { try RecordingLibrary.open().recording(matching: $0) }
        let signals = await Interrupts.stream()
        let served = Task {
            let options = PreviewOptions(isForSharing: share, port: port, isTogether: together, listen: listen)
            try await server.serve(found, with: options) { addresses in
                try report(addresses)
                if !noOpen { await server.openBrowser(addresses.address) }
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

    private func report(_ addresses: PreviewAddresses) throws {
        if listen != nil {
            Terminal.say("replay: the network can read what viewers watch and their token, because it is not encrypted")
        }
        if output.json {
            try Output.jsonLine(addresses)
        } else {
            print(addresses.address)
            if let viewers = addresses.viewersAddress { print("For viewers: \(viewers)") }
        }
        try Output.finish()
    }

    /// The server. Nil except in `replay-preview`, which the other programs execute.
    package static let server = Mutex<(any PreviewServing)?>(nil)

    package init() {}
}

/// The addresses of a preview server, with their tokens.
package struct PreviewAddresses: Encodable, Sendable {
    /// The address for the owner.
    package let address: String
    /// The address for viewers, or nil if nobody else may watch.
    package let viewersAddress: String?

    package init(address: String, viewersAddress: String?) {
        (self.address, self.viewersAddress) = (address, viewersAddress)
    }
}

/// The options of a preview server.
package struct PreviewOptions: Sendable {
    /// True to show the export page at once.
    package let isForSharing: Bool
    /// The port on 127.0.0.1, or 0 for any free one.
    package let port: Int
    /// True to let others watch at the same time.
    package let isTogether: Bool
    /// The address for viewers on the network, `ADDRESS[:PORT]`, or nil.
    package let listen: String?
}

/// The part of `replay preview` that needs FFmpeg and a server.
package protocol PreviewServing: Sendable {
    /// Serves until no page has been open for a while, or until the task is cancelled.
    /// - Parameters:
    ///   - recording: The recording to show first, or nil for the library.
    ///   - options: The view, the ports, and who may watch.
    ///   - started: Called with the addresses.
    func serve(
        _ recording: Recording?, with options: PreviewOptions,
        started: @Sendable (_ addresses: PreviewAddresses) async throws -> Void
    ) async throws

    /// Opens an address with the desktop's program for it, if there is one.
    func openBrowser(_ address: String) async
}
