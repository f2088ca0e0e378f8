import ArgumentParser
import ReplayBroadcast

extension Broadcast {
    /// Returns all targets, with the key of this command.
    /// - Throws: `BroadcastError`, `FileSystemError` or `ValidationError`, before anything is recorded.
    func targets() throws -> [BroadcastTarget] {
        // Neither the recorder nor the broadcasts inherit the key.
        let environment = try KeyFile.takeFromEnvironment()
        let given = try key.map(KeyFile.read) ?? environment
        var targets = try (words + to).map { try BroadcastTarget($0, custom: custom, hasKey: given != nil) }
        try check(targets, hasKey: given != nil)
        try setListenAddress(of: &targets)
        for index in targets.indices {
            if targets[index].takesKey { targets[index].setKey(given) }
            try targets[index].requireKey()
            if !force { try targets[index].requireFreePath() }
            try targets[index].save(replacing: force)
        }
        return targets
    }

    /// Checks that the options fit the targets.
    private func check(_ targets: [BroadcastTarget], hasKey: Bool) throws {
        let names = targets.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError("“\(twice)” is given twice")
        }
        if let useless = uses.first(where: { use in use.isGiven && !targets.contains(where: use.isTarget) }) {
            throw ValidationError(useless.reason)
        }
        let open = targets.count(where: \.takesKey)
        if hasKey, open > 1 {
            throw ValidationError("one key cannot be for \(open) targets; write each key into a service’s file")
        }
        if custom.isGiven, targets.count(where: \.isCustom) != 1 {
            throw ValidationError("--address and --save need one target that is “custom-rtmp” or “custom-srt”")
        }
    }

    /// The options that only some targets take: if it is given, which targets take it, and why others do not.
    private var uses: [(isGiven: Bool, isTarget: (BroadcastTarget) -> Bool, reason: String)] {
        [
            (
                bitrate != nil, \.isNetwork,
                "--bitrate encodes for servers; a file, a folder and “web” get the recording as it is"
            ),
            (key != nil, \.takesKey, "--key needs a server as a target, without a stored key"),
            (streamID != nil, \.isSRT, "--stream-id needs an SRT server, srt://HOST:PORT, as a target"),
            (latency != nil, \.isSRT, "--latency needs an SRT server, srt://HOST:PORT, as a target"),
            (
                maxDelay != nil, \.leavesOutFrames,
                "--max-delay is for servers and handler programs; a file, a folder and “web” get every frame"
            ),
            (
                retries != nil && comments?.contains("://") != true, \.isNetwork,
                "--retries needs a server as a target; nothing else is tried again"
            ),
            (
                force && custom.save == nil, \.isFile,
                "--force needs a file or a folder as a target; it overwrites nothing else"
            ),
            (rewind != nil, \.isForViewers, "--rewind needs the target “web”"),
            (handler.handlerMemory != nil, \.isHandler, "--handler-memory needs a handler program as a target"),
            (
                !handler.setup.isEmpty, { $0.isHandler || $0.setup != nil },
                "--setup needs a handler program, or a service with a set-up program"
            ),
        ]
    }

    /// The options of this command, as changes of a target's settings.
    var options: BroadcastTarget.Options {
        { configuration in
            configuration.streamID = streamID ?? configuration.streamID
            configuration.latency =
                latency.map { Int($0.time.converted(to: 1000, rounding: .nearest).value) } ?? configuration.latency
            configuration.maxDelay = maxDelay?.time.seconds ?? configuration.maxDelay
            configuration.retries = retries
            if let bitrate, configuration.destination.isNetwork {
                configuration.encode(atMost: bitrate.bitsPerSecond)
            }
            configuration.window =
                rewind.map { Int($0.time.converted(to: 1, rounding: .down).value) } ?? configuration.window
            configuration.replacesFile = force
            handler.apply(to: &configuration)
        }
    }

    private func setListenAddress(of targets: inout [BroadcastTarget]) throws {
        guard let listen else { return }
        let address = try ListenAddress(listen)
        guard let index = targets.firstIndex(where: \.isForViewers) else {
            throw ValidationError("--listen needs the target “web”")
        }
        targets[index].setDestination(.viewers(address))
        if !address.isLoopback {
            Terminal.say("replay: everybody with the address can watch; what is sent is not encrypted")
        }
    }
}
