import ReplayBroadcast

/// The services that a page offers, without their keys.
struct ServicesDescription: Encodable, Sendable {
    struct Service: Encodable, Sendable {
        let name: String
        let summary: String?
        /// The address; nil if the set-up program tells it.
        let address: String?
        /// True if a key must be entered.
        let needsKey: Bool
        /// True if the service's file contains a key.
        let hasKey: Bool

        /// The command that starts the broadcast in a terminal, for a service with a set-up program. A page cannot start
        /// it, because the program may ask its user questions there. Nil for other services.
        let command: String?

        /// - Returns: Nil for a service without an address: the page offers the user's own server.
        init?(_ service: BroadcastService) {
            let hasSetup = service.setup != nil
            guard service.address != nil || hasSetup else { return nil }
            (name, summary, address) = (service.name, service.summary, service.address)
            hasKey = service.key != nil
            needsKey = service.needsKey ?? false && !hasKey && !hasSetup
            command = hasSetup ? "replay broadcast \(service.name)" : nil
        }
    }

    let services: [Service]
    /// The folder of files without a path.
    let folder: String
    /// A sentence about a user's service that cannot be used; nil if all can.
    let problem: String?

    /// Returns the services that can be used. Blocking.
    /// - Parameter library: The path of the library.
    static func found(besides library: String) throws -> ServicesDescription {
        let listing = try BroadcastService.all()
        return Self(
            services: listing.services.compactMap(Service.init), folder: try OutputFolder.path(besides: library),
            problem: listing.problems.first.map { "\($0)" })
    }
}
