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

        init(_ service: BroadcastService) {
            (name, summary, address) = (service.name, service.summary, service.address)
            hasKey = service.key != nil
            needsKey = service.needsKey ?? false && !hasKey
        }
    }

    let services: [Service]
    /// The folder of files without a path.
    let folder: String
    /// A sentence about a user's service that cannot be used; nil if all can.
    let problem: String?

    /// Returns the services: the built-in ones alone if one of the user's cannot be read. Blocking.
    /// - Parameter library: The path of the library.
    static func found(besides library: String) throws -> ServicesDescription {
        let folder = try OutputFolder.path(besides: library)
        do {
            return Self(services: try BroadcastService.all().map(Service.init), folder: folder, problem: nil)
        } catch {
            return Self(services: BroadcastService.builtIn.map(Service.init), folder: folder, problem: "\(error)")
        }
    }
}
