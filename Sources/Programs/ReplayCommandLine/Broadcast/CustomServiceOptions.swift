import ArgumentParser

/// The options of `replay broadcast` for servers that are no services.
struct CustomServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address for “custom-rtmp” or “custom-srt”. Default: asked for at a terminal.", valueName: "address"))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Store that address and the key as a service of this name, for you alone.", valueName: "name"))
    var save: String?

    init() {}

    /// True if one of the options is given.
    var isGiven: Bool { address != nil || save != nil }
}
