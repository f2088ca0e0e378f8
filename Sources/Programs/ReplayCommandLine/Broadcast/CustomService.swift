import Glibc
import ReplayBroadcast
import ReplayErrors

/// A server of the user's own: “custom-rtmp” or “custom-srt” with the address that the user gives.
struct CustomService {
    private(set) var configuration: BroadcastController.Configuration
    private let address: String
    /// The name under which it is stored; nil for not at all.
    private let storedName: String?

    /// Takes the address from the options, or asks for it at a terminal, with the key and the name.
    /// - Parameter hasKey: True if the command gives a key.
    /// - Throws: `BroadcastError` if nobody can be asked, or if an answer is not valid.
    init(_ service: BroadcastService, options: CustomServiceOptions, hasKey: Bool) throws {
        let protocols = service.protocols ?? []
        let isAsking = options.address == nil
        let address = try options.address ?? Self.ask(for: service)
        let scheme = address.firstRange(of: "://").map { address[..<$0.lowerBound].lowercased() } ?? ""
        guard protocols.contains(scheme) else {
            let beginnings = protocols.map { $0 + "://" }.joined(separator: " or ")
            throw BroadcastError(.usage, description: "the address of \(service.name) must begin with \(beginnings)")
        }
        self.address = address
        configuration = BroadcastController.Configuration(try BroadcastDestination(address))
        if isAsking, !hasKey { configuration.key = try KeyFile.ask("Stream key or passphrase (Enter for none): ") }
        storedName =
            options.save ?? (isAsking ? Self.answer("Name, to store it as a service (Enter: do not store): ") : nil)
        configuration.name = storedName ?? service.name
        if let storedName { try Self.check(storedName) }
    }

    /// Checks that a service can be called by a name.
    /// - Throws: `BroadcastError` if it cannot.
    private static func check(_ name: String) throws(BroadcastError) {
        try BroadcastService.checkName(name)
        guard BroadcastAction(rawValue: name) == nil, !BroadcastDestination.names.contains(name) else {
            throw BroadcastError(
                .usage, description: "“\(name)” is a word of “replay broadcast”; give the service another name")
        }
    }

    private static func ask(for service: BroadcastService) throws -> String {
        guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else {
            throw BroadcastError(
                .usage,
                description:
                    "\(service.name) needs the address of a server; give it with --address, or store it in a file "
                    + "in \(try BroadcastService.folder())")
        }
        guard let address = answer("Address of the server: ") else {
            throw BroadcastError(.usage, description: "\(service.name) needs the address of a server")
        }
        return address
    }

    /// Returns the answer to a question; nil if it is empty.
    private static func answer(_ question: String) -> String? {
        Terminal.prompt(question)
        let words = readLine()?.split(separator: " ") ?? []
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Stores the server as a service, if the user wants that.
    /// - Throws: `BroadcastError` if there is one of that name, unless it is replaced, and `FileSystemError`.
    func save(key: String?, replacing isReplaced: Bool) throws {
        guard let storedName else { return }
        let path = try BroadcastService.store(storedName, address: address, key: key, replacing: isReplaced)
        Terminal.say("replay: stored \(path)".printable)
    }
}
