import Hummingbird
import MediaTime
import ReplayErrors

extension PreviewService {
    /// Returns a route whose errors tell viewers nothing of the recording's files and edit.
    func guarded(_ route: Route) -> Route {
        guard route.isForViewers else { return route }
        return route.with { request in
            guard request.isViewers else { return try await route.handler(request) }
            do {
                return try await route.handler(request)
            } catch let error as StaleRevision {
                throw StaleRevision(edit: error.edit.forViewers)
            } catch let error as HTTPError {
                throw error
            } catch let error as WatchRefusal {
                throw error
            } catch let error as NoSuchMedia {
                throw error
            } catch {
                throw HTTPError(.serviceUnavailable, message: "this part of the recording cannot be shown now")
            }
        }
    }

    /// The requests of a session of watching together.
    var watchRoutes: [Route] {
        [
            Route(.post, "api/session/clock", isForViewers: true) { request in
                let received = HostTime.now
                let body = try await request.decoded(ClockBody.self)
                try await session.hear(body.roundTrips, from: body.participant)
                return .json(ClockAnswer(received: received.microseconds, sent: HostTime.now.microseconds))
            },
            Route(.post, "api/session/command", isForViewers: true) { request in
                let body = try await request.decoded(CommandBody.self)
                return try await done { try await session.perform(try body.command, from: body.participant) }
            },
            Route(.post, "api/session/report", isForViewers: true) { request in
                let body = try await request.decoded(ReportBody.self)
                return try await done { try await session.report(body.suspension?.value, from: body.participant) }
            },
            Route(.post, "api/session/name", isForViewers: true) { request in
                let body = try await request.decoded(NameBody.self)
                return try await done { try await session.rename(body.participant, to: body.name) }
            },
            Route(.post, "api/session/control") { request in
                let body = try await request.decoded(ControlBody.self)
                return try await done { try await session.setControl(try body.value, by: body.participant) }
            },
            Route(.post, "api/session/end") { request in
                let body = try await request.decoded(ParticipantBody.self)
                return try await done { try await session.end(by: body.participant) }
            },
        ]
    }

    private var session: WatchController {
        get throws(HTTPError) {
            guard let session = state.session else {
                throw HTTPError(.notFound, message: "nobody watches together; start the preview with --together")
            }
            return session
        }
    }

    private func done(_ work: () async throws -> Void) async throws -> Response {
        try await work()
        return Response(status: .noContent)
    }

    private struct ParticipantBody: Decodable { let participant: String }

    private struct ClockBody: Decodable {
        let participant: String
        /// The round trips since the last request, in microseconds.
        let roundTrips: [Int64]
    }

    /// The host's clock when the request came, and when the answer was sent, in microseconds.
    private struct ClockAnswer: Encodable {
        let received: Int64
        let sent: Int64
    }

    private struct CommandBody: Decodable {
        enum Action: String, Decodable { case play, pause, seek, rate }

        let participant: String
        let action: Action
        /// For `seek`: the edited time, in ticks, and the revision of the edit.
        let time: Int64?
        let revision: String?
        /// For `rate`: the speed, in percent.
        let rate: Int?

        var command: WatchCommand {
            get throws(HTTPError) {
                switch action {
                case .play: return .play
                case .pause: return .pause
                case .seek:
                    guard let time, let revision, time >= 0 else { throw .bad("“time” or “revision” is missing") }
                    return .seek(time, revision: revision)
                case .rate:
                    guard let rate else { throw .bad("“rate” is missing") }
                    return .rate(rate)
                }
            }
        }
    }

    private struct ReportBody: Decodable {
        /// A suspension that a page may report.
        enum Suspension: String, Decodable {
            case stall, reading

            var value: WatchSuspension { self == .stall ? .stall : .reading }
        }

        let participant: String
        let suspension: Suspension?
    }

    private struct NameBody: Decodable {
        let participant: String
        let name: String
    }

    private struct ControlBody: Decodable {
        let participant: String
        /// “everyone”, “owner”, or the number of a participant.
        let control: String

        var value: WatchControl {
            get throws(HTTPError) {
                switch control {
                case "everyone": return .everyone
                case "owner": return .owner
                default:
                    guard let number = Int(control) else { throw .bad("“control” is not valid") }
                    return .participant(number)
                }
            }
        }
    }
}
