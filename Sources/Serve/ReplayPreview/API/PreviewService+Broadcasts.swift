import HTTPTypes
import Hummingbird
import ReplayBroadcast
import ReplayLibrary

extension PreviewService {
    var broadcastRoutes: [Route] {
        [
            Route(.get, "api/services") { _ in
                let library = state.library.path
                return .json(try await state.pool.runIfActive { try ServicesDescription.found(besides: library) })
            },
            Route(.get, "api/broadcasts") { _ in .json(Broadcasts(broadcasts: await state.broadcasts.statuses)) },
            Route(.post, "api/broadcasts") { request in
                .json(try await broadcast(try await request.decoded(BroadcastBody.self)))
            },
            Route(.post, "api/broadcasts/:number/pause") { request in
                try await state.broadcasts.setPaused(true, of: try request.broadcast)
                return Response(status: .noContent)
            },
            Route(.post, "api/broadcasts/:number/resume") { request in
                try await state.broadcasts.setPaused(false, of: try request.broadcast)
                return Response(status: .noContent)
            },
            Route(.post, "api/broadcasts/:number/stop") { request in
                try await state.broadcasts.stop(try request.broadcast)
                return Response(status: .noContent)
            },
            Route(.delete, "api/broadcasts/:number") { request in
                try await state.broadcasts.dismiss(try request.broadcast)
                return Response(status: .noContent)
            },
        ]
    }

    private struct Broadcasts: Encodable { let broadcasts: [BroadcastStatus] }

    /// Sends the recording in progress.
    private func broadcast(_ body: BroadcastBody) async throws -> BroadcastStatus {
        let library = state.library
        let (recording, configuration) = try await state.pool.runIfActive {
            guard let recording = try library.recordingsInProgress().last else {
                throw BroadcastError(.noInput, description: "nothing is being recorded")
            }
            return (recording, try body.configuration(besides: library.path))
        }
        return try await state.broadcasts.start(configuration, of: recording)
    }

    /// The largest number of broadcasts with which a recording begins.
    private static let maxBroadcasts = 16

    /// Returns the settings of the broadcasts with which a recording begins. All of them can be started.
    /// - Parameter needKeys: True if the keys must be there. A page sends them when the user has agreed.
    func configurations(of bodies: [BroadcastBody], needKeys: Bool) async throws -> [BroadcastController.Configuration]
    {
        guard bodies.count <= Self.maxBroadcasts else {
            throw HTTPError.bad("a recording begins with at most \(Self.maxBroadcasts) broadcasts")
        }
        let library = state.library
        let configurations = try await state.pool.runIfActive {
            try bodies.map { try $0.configuration(besides: library.path, needsKey: needKeys) }
        }
        let names = configurations.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw HTTPError.bad("“\(twice)” is given twice")
        }
        return configurations
    }

    /// Starts the broadcasts with which a recording begins. The recording continues without one that fails.
    /// - Returns: A sentence for each that failed.
    func begin(_ configurations: [BroadcastController.Configuration], of id: RecordingID) async -> [String] {
        var problems: [String] = []
        for var configuration in configurations {
            configuration.beginsAtStart = true
            do {
                let library = state.library
                let recording = try await state.pool.runIfActive { try library.recording(id) }
                _ = try await state.broadcasts.start(configuration, of: recording)
            } catch {
                problems.append("\(configuration.name): \(error)")
            }
        }
        return problems
    }
}

extension APIRequest {
    /// The number of the broadcast that the path names.
    /// - Throws: `HTTPError` of status 404 if it is no number.
    fileprivate var broadcast: Int32 {
        get throws(HTTPError) {
            guard let number = Int32(path[2]) else { throw .notFound }
            return number
        }
    }
}
