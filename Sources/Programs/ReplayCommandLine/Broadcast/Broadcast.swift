package import ArgumentParser
import Glibc
import MediaTime
import ReplayBroadcast
import ReplayControl
import ReplayErrors
import ReplayLibrary
import Threads

/// `replay broadcast`
package struct Broadcast: AsyncParsableCommand, ControlsRecorder {
    package static let configuration = CommandConfiguration(
        commandName: "broadcast",
        abstract: "Record the screen and send it to a server meanwhile.",
        usage: "replay broadcast <words> ... [<options>]",
        discussion: """
            If something is being recorded, that is sent; otherwise a recording begins, with the options of “replay \
            record” for what to record, such as --window, --audio and --camera. A target that fails is tried again, and \
            affects neither the recording nor another target.

            A target is a service, the path of a service’s file, an address (rtmp://HOST/APPLICATION, rtmps://…, \
            srt://HOST:PORT), a file (.mkv, .mp4, .ts, .flv), a folder for HLS (DIR/), “web”, a page for viewers that this \
            machine serves, or a handler program (./PROGRAM), which gets frames and audio. A key must not be in the \
            command line: give it with --key, in $REPLAY_STREAM_KEY, or in a service’s file.

            A service may have a set-up program, which runs before the recording.

            Or: services lists the services; status, or list, shows broadcasts; pause, resume and stop control \
            those of the targets that follow, or all.

            Example: replay broadcast twitch --key ~/.twitch-key
            """)

    @Argument(
        help: "Targets, or: status, list, services, pause, resume, stop.",
        completion: .custom { _, _, _ in
            // A shell's completion cannot show an error.
            BroadcastAction.allCases.map(\.rawValue) + ((try? BroadcastService.all().services) ?? []).map(\.name)
        })
    var words: [String] = []

    @Option(help: ArgumentHelp("A target, instead of as a word; repeatable.", valueName: "target"))
    var to: [String] = []

    @Option(help: "The file with the stream key or passphrase, readable by you alone; - for standard input.")
    var key: String?

    @OptionGroup var custom: CustomServiceOptions

    @Option(help: "The stream id of SRT.")
    var streamID: String?

    @Option(help: ArgumentHelp("The latency of SRT, such as 200ms.", valueName: "time"))
    var latency: DurationArgument?

    @Option(help: ArgumentHelp("Leave out frames that are later than this, 1s to 60s.", valueName: "time"))
    var maxDelay: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Encode the screen with at most this bit rate, 250k to 100M. Default: only beyond a service’s limits.",
            valueName: "rate"), transform: BitRateArgument.init)
    var bitrate: BitRateArgument?
    @OptionGroup var handler: HandlerOptions

    @Option(
        parsing: .unconditional, help: "Give up after this number of failed attempts in a row. Default: never.")
    var retries: Int?

    @Option(
        help: ArgumentHelp(
            "Serve “web” at this address, such as 0.0.0.0:8080 for the network. Default: this machine only.",
            valueName: "address"))
    var listen: String?

    @Option(help: ArgumentHelp("Let viewers of “web” go back this far, 30s to 12h. Default: 5m.", valueName: "time"))
    var rewind: DurationArgument?

    @Option(
        name: .customLong("comments"),
        help: ArgumentHelp(
            "Keep the comments of a WebSocket server, or of a file or FIFO with lines of JSON, with the recording.",
            valueName: "ws://…|file"), completion: .file())
    var commentSources: [String] = []

    @Flag(help: "Overwrite an existing file.")
    var force = false

    @OptionGroup(visibility: .hidden) var capture: CaptureOptions

    @Option(help: "The name of the recording.")
    var name: String?

    @Option(help: ArgumentHelp("Record this long, such as 90s or 1:30.", valueName: "time"))
    var duration: DurationArgument?

    @Flag(help: "Broadcast in the background; “replay broadcast stop” or “replay stop” ends it.")
    var detach = false

    @Flag(help: "Consent to the recording, without a question.")
    var consent = false

    @OptionGroup var output: OutputOptions

    package func validate() throws {
        if let retries, retries < 0 { throw ValidationError("--retries must be at least 0") }
        if let delay = maxDelay?.time.seconds, !(1...60).contains(delay) {
            throw ValidationError("--max-delay must be 1s to 60s")
        }
        if let rewind = rewind?.time.seconds, !(30...43_200).contains(rewind) {
            throw ValidationError("--rewind must be 30s to 12h")
        }
        if let latency = latency?.time.seconds, !(0.02...10).contains(latency) {
            throw ValidationError("--latency must be 20ms to 10s")
        }
        guard !words.isEmpty || !to.isEmpty || comments != nil else {
            throw ValidationError("say where to, such as youtube, rtmp://HOST/APPLICATION, talk.mkv or web")
        }
        guard commentSources.count <= 1 else {
            throw ValidationError("--comments takes one source; “replay broadcast --comments …” again adds another")
        }
        if action == nil, let word = words.first, let name = Self.name(near: word) {
            throw ValidationError("there is no target “\(word)”; did you mean “replay broadcast \(name)”?")
        }
        if let action, let option = (givenOptions + capture.given).first {
            throw ValidationError("“replay broadcast \(action.rawValue)” does not take \(option)")
        }
        if capture.pointerApart {
            throw ValidationError(
                "a broadcast sends frames as they are recorded, without a pointer that is kept apart; leave out “apart”"
            )
        }
        if let action, !action.takesTargets, words.count > 1 {
            throw ValidationError("“replay broadcast \(action.rawValue)” takes no further words")
        }
    }

    /// Returns the action or service that a misspelt word probably means, or nil if the word is a target or is like none.
    private static func name(near word: String) -> String? {
        let isPlain = word.allSatisfy { $0.isLetter || $0 == "-" } && access(word.cPath, F_OK) != 0
        guard isPlain, word.utf8.count > 2, !BroadcastDestination.names.contains(word) else { return nil }
        // Services that cannot be read are reported when one is used.
        let services = ((try? BroadcastService.all().services) ?? []).map(\.name)
        let names = BroadcastAction.allCases.map(\.rawValue) + services
        let limit = EditDistance.limit(for: word)
        return names.contains(word) ? nil : names.first { EditDistance.between($0, word.lowercased()) <= limit }
    }

    /// The source of comments, if it is given.
    var comments: String? { commentSources.first }

    /// The given options that are for a new broadcast.
    private var givenOptions: [String] {
        let options: [(name: String, isGiven: Bool)] = [
            ("--comments", comments != nil), ("--to", !to.isEmpty), ("--key", key != nil),
            ("--address", custom.address != nil), ("--save", custom.save != nil), ("--stream-id", streamID != nil),
            ("--latency", latency != nil), ("--max-delay", maxDelay != nil), ("--bitrate", bitrate != nil),
            ("--setup", !handler.setup.isEmpty), ("--handler-memory", handler.handlerMemory != nil),
            ("--retries", retries != nil), ("--listen", listen != nil), ("--rewind", rewind != nil),
            ("--force", force), ("--name", name != nil), ("--duration", duration != nil), ("--detach", detach),
            ("--consent", consent),
        ]
        return options.filter(\.isGiven).map(\.name)
    }

    private var action: BroadcastAction? { words.first.flatMap(BroadcastAction.init) }

    package func run() async throws {
        if let action { return try await action.run(on: Array(words.dropFirst()), output: output) }
        let targets = try targets() + commentReaders()
        if let running = try RecordingLibrary.open().latestRunning() {
            try await checkOptions(joining: running)
            try await join(running, with: targets)
        } else {
            try await record(targets)
        }
    }

    /// Checks that no option asks for something else than a recording in progress is.
    /// - Throws: `ValidationError`.
    private func checkOptions(joining recording: Recording) async throws {
        let others = capture.given + (name == nil ? [] : ["--name"]) + (duration == nil ? [] : ["--duration"])
        if let option = others.first {
            throw ValidationError(
                "“\(recording.displayName)” is being recorded, and is sent as it is; \(option) is for a new recording")
        }
        guard let choice = capture.audio.audio,
            let recorded = await BroadcastSetup.Facts(running: recording, values: [:]).audio,
            Set(recorded) != Set(BroadcastSetup.Facts.names(of: choice.sources))
        else { return }
        let sources = recorded.isEmpty ? "no audio" : "the audio of " + recorded.joined(separator: " and ")
        throw ValidationError(
            "“\(recording.displayName)” is being recorded with \(sources), and is sent as it is; leave out --audio")
    }

    /// Returns the process that reads comments as a target; nothing if there is no source of comments.
    private func commentReaders() throws -> [BroadcastTarget] {
        let environment = try CommentSource.takeFromEnvironment()
        let source = try comments.map { try CommentSource($0) } ?? environment
        return source.map { [BroadcastTarget(.init(.comments($0)))] } ?? []
    }

    /// Sends a recording that another command has begun.
    private func join(_ recording: Recording, with targets: [BroadcastTarget]) async throws {
        let configurations = try await BroadcastPreparations(targets, options: options).run {
            await BroadcastSetup.Facts(running: recording, values: handler.values)
        }
        if try recording.hasPointerApart {
            Terminal.say("replay: the pointer is kept apart from the frames, and is not sent")
        }
        if !detach { Terminal.say("replay: sending “\(recording.displayName)”; Ctrl-C ends the broadcast alone") }
        let controllers = try await Self.start(
            try await Self.withoutKnownComments(configurations, of: recording), of: recording)
        guard !detach else { return try await reportStart(of: controllers, recording.id) }
        let interrupts = await Interrupts.stream()
        let stopping = Task { () -> Int32? in
            for await number in interrupts {
                await Self.end(controllers, afterRest: false)
                return number
            }
            return nil
        }
        let statuses = await BroadcastWatch(controllers, drawsComments: true).run()
        stopping.cancel()
        let number = await stopping.value
        try report(recording.id, broadcasts: statuses)
        if let number, number != SIGINT { throw ExitCode(128 + number) }
        try check(statuses)
    }

    /// Returns the settings without those of a file whose comments are being read already. Otherwise, each comment would
    /// be kept twice. Servers cannot be compared, because the status does not contain their whole address.
    /// - Throws: `BroadcastError` if nothing else is asked for.
    private static func withoutKnownComments(
        _ configurations: [BroadcastController.Configuration], of recording: Recording
    ) async throws -> [BroadcastController.Configuration] {
        let known = try await BroadcastController.all().broadcasts.map(\.first)
            .filter { $0.recording == recording.id }.compactMap(\.comments?.source)
        let left = configurations.filter { configuration in
            guard case .comments(.file(let path)) = configuration.destination else { return true }
            return !known.contains(path)
        }
        guard !left.isEmpty || configurations.isEmpty else {
            throw BroadcastError(.temporary, description: "the comments of this file are being read already")
        }
        return left
    }

    /// Records, and sends the recording.
    private func record(_ targets: [BroadcastTarget]) async throws {
        var recording = try capture.configuration()
        recording.name = try name.map { name in
            try RecordingLibrary.open().freeName(name) { Terminal.say("replay: \($0)") }
        }
        recording.duration = duration?.time
        recording.isDetached = detach
        try recording.validate()
        try ConsentGate.pass(&recording, isGiven: consent)
        let interrupts = await Interrupts.stream()
        let configurations = try await BroadcastPreparations(targets, options: options).run {
            // This waits for `replayd`.
            try await WorkerThread.run(named: "facts") { [recording, values = handler.values] in
                try BroadcastSetup.Facts(new: recording, values: values)
            }
        }
        let (recorder, controllers) = try await start(recording, with: configurations)
        guard !detach else { return try await reportStart(of: controllers, recorder.id) }
        async let statuses = BroadcastWatch(controllers).run()
        let watch = RecordingWatch(recorder, interrupts: interrupts) {
            controllers.lazy.compactMap { $0.status.comments?.latest?.line }.first
        }
        let ending = try await watch.run()
        await Self.end(controllers, afterRest: true)
        try report(recorder.id, broadcasts: await statuses)
        if let early = EarlyEnd(ending, of: recorder.id) { throw early }
        if let number = watch.signal { throw ExitCode(128 + number) }
        try check(await statuses)
    }

    /// Starts a recording with its broadcasts, or neither.
    private func start(
        _ recording: RecordingConfiguration, with configurations: [BroadcastController.Configuration]
    ) async throws -> (ScreenRecorder, [BroadcastController]) {
        let recorder: ScreenRecorder
        do {
            recorder = try await ScreenRecorder.start(recording, onAsking: ShareOptions.tell)
        } catch {
            await BroadcastPreparations.cancel(configurations)
            throw error
        }
        do {
            let fromStart = configurations.map { configuration in
                var configuration = configuration
                configuration.beginsAtStart = true
                return configuration
            }
            let started = try RecordingLibrary.open().recording(recorder.id)
            return (recorder, try await Self.start(fromStart, of: started))
        } catch {
            // Nobody asked for a recording that is not sent.
            try await recorder.discard()
            throw error
        }
    }

    /// Ends all broadcasts.
    /// - Parameter afterRest: True if the recording has ended. A broadcast that is live may send the rest of it for 2 s.
    private static func end(_ controllers: [BroadcastController], afterRest: Bool) async {
        await withTaskGroup { group in
            for controller in controllers {
                group.addTask {
                    let limit = Task {
                        if afterRest, controller.status.state == .live { try await Task.sleep(for: .seconds(2)) }
                        await controller.finish()
                    }
                    _ = await controller.end()
                    limit.cancel()
                }
            }
        }
    }

    /// Waits until the targets have answered, for at most 3 s, and reports what did not work at once.
    private func reportStart(of controllers: [BroadcastController], _ id: RecordingID) async throws {
        for _ in 0..<30 where controllers.contains(where: { $0.status.state == .connecting }) {
            try await Task.sleep(for: .milliseconds(100))
        }
        let statuses = controllers.map(\.status)
        try report(id, broadcasts: statuses)
        for status in statuses where status.state == .waiting {
            Terminal.say("replay: \(BroadcastLine(status).text)".printable)
        }
        for address in statuses.compactMap(\.publicURL) { Terminal.say("replay: viewers open \(address)") }
        try check(statuses.filter(\.state.isOver))
    }

    /// Starts all broadcasts, or none.
    private static func start(
        _ configurations: [BroadcastController.Configuration], of recording: Recording
    ) async throws -> [BroadcastController] {
        var controllers: [BroadcastController] = []
        do {
            for configuration in configurations {
                controllers.append(try await BroadcastController.start(configuration, of: recording))
            }
        } catch {
            for controller in controllers { _ = await controller.finish() }
            await BroadcastPreparations.cancel(configurations)
            throw error
        }
        return controllers
    }

    private func report(_ id: RecordingID, broadcasts statuses: [BroadcastStatus]) throws {
        guard output.json else { return print(id) }
        try Output.json(BroadcastReport(id: id, broadcasts: statuses))
    }

    /// - Throws: `BroadcastError` if a target got nothing, could not be written to its end, or failed as a handler. Also
    ///   if a program of its service failed.
    private func check(_ statuses: [BroadcastStatus]) throws {
        let failed = statuses.filter {
            $0.state == .refused || $0.connections == 0 || $0.setupProblem != nil
                || [.unwritable, .handler].contains($0.problemKind) || $0.isLost && $0.comments == nil
        }
        guard !failed.isEmpty else { return }
        let reasons = failed.map { "\($0.target): \($0.problem ?? $0.setupProblem ?? "nothing was sent")" }
        throw BroadcastError(
            failed.contains { $0.problemKind == .unwritable } ? .cannotCreate : .unavailable,
            description: reasons.joined(separator: "; ") + "; the recording is not affected")
    }

    package init() {}
}

private struct BroadcastReport: Encodable {
    let id: RecordingID
    let broadcasts: [BroadcastStatus]
}
