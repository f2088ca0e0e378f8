import ReplayBroadcast

/// The services that a page offers, without their keys.
struct ServicesDescription: Encodable, Sendable {
    struct Service: Encodable, Sendable {
        let name: String
        let summary: String?
        let address: String
        /// True if a key must be entered.
        let needsKey: Bool
        /// True if the service's file contains a key.
        let hasKey: Bool

        /// - Returns: Nil for a service that needs the command line: it has a set-up program, or no address of its own.
        init?(_ service: BroadcastService) {
            guard let address = service.address, service.setup == nil else { return nil }
            self.address = address
            (name, summary) = (service.name, service.summary)
            hasKey = service.key != nil
            needsKey = service.needsKey ?? false && !hasKey
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
