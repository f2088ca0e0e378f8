import ReplayBroadcast
import ReplayErrors

/// A target of `replay broadcast`: a service, a service's file, an address, a movie file, a folder or a program.
struct BroadcastTarget {
    /// Changes of the settings by the options of the command.
    typealias Options = (inout BroadcastController.Configuration) -> Void

    /// The set-up program; nil if there is none.
    let setup: BroadcastSetup?
    /// The settings; nil before the set-up program has answered.
    private var configuration: BroadcastController.Configuration?
    private let service: BroadcastService?
    private let custom: CustomService?
    /// The key of the command; nil if it is for another target.
    private var givenKey: String?

    /// - Parameters:
    ///   - options: The options for a server that is no service.
    ///   - hasKey: True if the command gives a key.
    /// - Throws: `BroadcastError`, `FileSystemError`.
    init(_ word: String, custom options: CustomServiceOptions, hasKey: Bool) throws {
        let isServiceFile = [".json5", ".json"].contains(where: word.hasSuffix)
        let isReserved = BroadcastDestination.names.contains(word)
        service = isServiceFile ? try .read(word) : isReserved ? nil : try .named(word)
        setup = try service.flatMap { $0.setup == nil ? nil : try BroadcastSetup($0) }
        custom = try service.flatMap { service in
            service.protocols == nil ? nil : try CustomService(service, options: options, hasKey: hasKey)
        }
        if let custom {
            configuration = custom.configuration
        } else if let service {
            configuration = setup == nil ? try BroadcastController.Configuration(service) : nil
        } else {
            configuration = BroadcastController.Configuration(try BroadcastDestination(word))
        }
    }

    /// - Parameter configuration: The settings of a target that is no word of the command.
    init(_ configuration: BroadcastController.Configuration) {
        self.configuration = configuration
        (setup, service, custom) = (nil, nil, nil)
    }

    /// The name for users.
    var name: String { configuration?.name ?? service?.name ?? "" }

    /// True if the target is a server, whose address may be known only after the set-up.
    var isNetwork: Bool { configuration?.destination.isNetwork ?? true }

    /// True if the target is an SRT server, or a server whose address is not known yet.
    var isSRT: Bool {
        guard let destination = configuration?.destination else { return true }
        return if case .srt = destination { true } else { false }
    }

    /// True if the target is a file or a folder.
    var isFile: Bool {
        if case .file = configuration?.destination.asFile { true } else { false }
    }

    /// True if frames that are late are left out.
    var leavesOutFrames: Bool { !(configuration?.destination.getsEveryFrame ?? false) }

    /// True if viewers fetch the broadcast from this machine.
    var isForViewers: Bool { configuration?.destination.isForViewers ?? false }

    /// True if the target is a program of the user's.
    var isHandler: Bool {
        if case .handler = configuration?.destination { true } else { false }
    }

    /// True if the target is a server whose address the user gives.
    var isCustom: Bool { custom != nil }

    /// True if the target gets the key of the command. A set-up program tells the key, unless the service needs one.
    var takesKey: Bool {
        isNetwork && configuration?.key == nil && service?.key == nil && (setup == nil || service?.needsKey == true)
    }

    mutating func setKey(_ key: String?) {
        givenKey = key
        configuration?.key = key
    }

    mutating func setDestination(_ destination: BroadcastDestination) { configuration?.destination = destination }

    /// Stores a server that is no service as one, if the user wants that.
    func save(replacing isReplaced: Bool) throws { try custom?.save(key: configuration?.key, replacing: isReplaced) }

    /// Returns the settings of the broadcast.
    /// - Parameters:
    ///   - prepared: The settings by the set-up program, if there is one.
    ///   - options: The changes by the options of the command.
    func completed(
        _ prepared: BroadcastController.Configuration?, _ options: Options
    ) throws -> BroadcastController.Configuration {
        guard var configuration = prepared ?? configuration else {
            throw BroadcastError(.failed, description: "\(name) is not set up")
        }
        configuration.key = configuration.key ?? givenKey
        options(&configuration)
        if setup != nil { try checkKey(of: configuration) }
        return configuration
    }

    /// - Throws: `BroadcastError` if the file exists, or the folder contains anything.
    func requireFreePath() throws { try configuration?.destination.requireFree(remedy: "--force overwrites it") }

    /// - Throws: `BroadcastError` if the service needs a key and none was given.
    func requireKey() throws {
        if let configuration { try checkKey(of: configuration) }
    }

    private func checkKey(of configuration: BroadcastController.Configuration) throws {
        try configuration.requireValidKey()
        guard service?.needsKey == true, configuration.key == nil else { return }
        let folder = try BroadcastService.folder()
        throw BroadcastError(
            .usage,
            description:
                "\(configuration.name) needs a stream key; give it with --key FILE, in $REPLAY_STREAM_KEY, or in a file in "
                + folder)
    }
}
