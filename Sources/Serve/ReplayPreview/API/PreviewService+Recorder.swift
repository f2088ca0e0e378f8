import Descriptors
import Files
import FoundationEssentials
import HTTPTypes
import Hummingbird
import ReplayControl
import ReplayLibrary
import ReplaySources

extension PreviewService {
    var recorderRoutes: [Route] {
        [
            Route(.get, "api/sources") { _ in
                .json(try await state.pool.runIfActive { SourcesDescription.found() })
            },
            Route(.get, "api/screenshot") { _ in
                .bytes(try await state.pool.runIfActive { try Screenshot.take() }, type: "image/jpeg")
            },
            Route(.get, "api/microphone") { request in
                let levels = try await state.pool.runIfActive {
                    MicrophoneLevels.listen(to: request.query["name"])
                }
                return .stream(levels.map { Array("\($0)\n".utf8) }, type: "text/plain")
            },
            Route(.post, "api/recorder") { request in
                .json(try await start(try await request.decoded(RecorderBody.self), with: state.recorder))
            },
            Route(.post, "api/recorder/mark") { request in
                try await perform(.mark(name: try await request.decoded(MarkName.self).name))
            },
            Route(.post, "api/recorder/clip") { request in
                let seconds = try await request.decoded(ClipBody.self).seconds
                let clip = try await state.recorder.saveClip(seconds: seconds, in: state.library)
                await state.tell(.library)
                return .json(Started(id: clip))
            },
        ]
            + Self.actions.map { name, action in
                Route(.post, "api/recorder/\(name)") { _ in try await perform(action) }
            }
    }

    private static let actions: KeyValuePairs<String, RecorderController.Action> = [
        "pause": .pause, "resume": .resume, "mute": .mute, "unmute": .unmute, "cover": .cover, "uncover": .uncover,
        "stop": .stop, "discard": .discard,
    ]

    private func perform(_ action: RecorderController.Action) async throws -> Response {
        try await state.recorder.perform(action)
        return Response(status: .noContent)
    }

    private struct ClipBody: Decodable { let seconds: Int64 }

    private struct MarkName: Decodable { let name: String? }

    private struct Started: Encodable {
        let id: RecordingID
        /// Sentences about broadcasts that could not be started; nil if all were.
        var problems: [String]?
    }

    private func start(_ body: RecorderBody, with recorder: RecorderController) async throws -> Started {
        let configuration = try body.configuration()
        try await state.pool.runIfActive { try RecordingPolicy.check(configuration) }
        let broadcasts = try await configurations(of: body.broadcasts ?? [], needKeys: body.consent == true)
        guard body.consent == true else {
            throw ConsentNeeded(sources: configuration.sources, targets: broadcasts.map(\.name))
        }
        let id = try await recorder.start(configuration)
        let problems = await begin(broadcasts, of: id)
        return Started(id: id, problems: problems.isEmpty ? nil : problems)
    }
}

/// The recording that a page requests.
struct RecorderBody: Decodable, Sendable {
    struct Target: Decodable, Sendable {
        let monitor: String?
        let window: String?
        /// The left edge, top edge, width and height, in pixels.
        let area: [Int]?
    }

    let target: Target?
    let applicationAudio: Bool?
    let application: String?
    /// The microphone's name, or an empty text for the default one.
    let microphone: String?
    let camera: String?
    /// True if the pointer's positions and clicks are recorded.
    let pointer: Bool?
    let name: String?
    let framesPerSecond: Int?
    /// The broadcasts with which the recording begins.
    let broadcasts: [BroadcastBody]?
    /// True if the user was asked and agreed.
    let consent: Bool?

    func configuration() throws(HTTPError) -> RecordingConfiguration {
        var configuration = RecordingConfiguration()
        configuration.target = try captureTarget()
        configuration.audio =
            (applicationAudio == false ? [] : [.application]) + (microphone == nil ? [] : [.microphone])
        configuration.application = application
        configuration.microphone = microphone == "" ? nil : microphone
        if let camera {
            guard let input = CameraInput(camera) else { throw .bad("“\(camera)” is not a camera") }
            configuration.camera = input
        }
        configuration.recordsPointer = pointer ?? false
        configuration.name = name == "" ? nil : name
        if let framesPerSecond { configuration.framesPerSecond = framesPerSecond }
        configuration.hasConsent = consent ?? false
        return configuration
    }

    private func captureTarget() throws(HTTPError) -> CaptureTarget {
        if let monitor = target?.monitor { return .monitor(monitor) }
        if let window = target?.window {
            let digits = window.hasPrefix("0x") ? UInt32(window.dropFirst(2), radix: 16) : UInt32(window)
            guard let digits else { throw .bad("“\(window)” is not a window") }
            return .window(digits)
        }
        guard let area = target?.area else { return .screen }
        guard area.count == 4 else { throw .bad("an area must have left, top, width and height") }
        return .rectangle(x: area[0], y: area[1], width: area[2], height: area[3])
    }
}

/// The user must agree before recording begins.
struct ConsentNeeded: Error, Encodable {
    let error = "nothing is recorded without your consent"
    let question: String

    /// - Parameter targets: The names of the broadcasts' targets.
    init(sources: [RecordingSource], targets: [String]) {
        let names = sources.map { source in
            switch source.kind {
            case .pointer: "the positions and clicks of the pointer"
            case .keys: "shortcuts"
            default: "the \(source)"
            }
        }
        let sending = targets.isEmpty ? "" : ", and to send it to \(Self.list(targets))"
        question = "Replay is about to record \(Self.list(names))\(sending)."
    }

    private static func list(_ names: [String]) -> String {
        names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "") : names.joined()
    }
}

/// The sources that can be recorded on this machine, and the reasons why others cannot.
struct SourcesDescription: Encodable, Sendable {
    struct Monitor: Encodable, Sendable {
        let number: String
        let name: String
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    struct Window: Encodable, Sendable {
        let id: String
        let title: String
        let className: String
    }

    struct Named: Encodable, Sendable {
        let name: String
        let title: String
    }

    private(set) var monitors: [Monitor] = []
    private(set) var windows: [Window] = []
    private(set) var applications: [Named] = []
    private(set) var microphones: [Named] = []
    private(set) var cameras: [Named] = []
    /// True if there is an audio server to record from.
    private(set) var hasAudio = false
    /// The sources that cannot be recorded, one entry for each subject.
    private(set) var absences: [Absence] = []

    /// A source that cannot be recorded on this machine at present.
    struct Absence: Encodable, Sendable {
        enum Subject: String, Encodable, Sendable { case screen, audio, microphone }

        let subject: Subject
        let reason: String
        /// The remedy, or nil if `reason` contains it.
        let remedy: String?
    }

    /// Returns the sources. Blocking.
    static func found() -> SourcesDescription {
        var found = SourcesDescription()
        found.read(\.monitors, of: .screen) { () throws(CaptureError) in
            try ScreenMonitor.list().enumerated().map { number, monitor in
                Monitor(
                    number: String(number + 1), name: monitor.name, x: monitor.frame.x0, y: monitor.frame.y0,
                    width: monitor.frame.width, height: monitor.frame.height)
            }
        }
        found.read(\.windows, of: .screen) { () throws(CaptureError) in
            try ScreenWindows.list().filter(\.isVisible).map {
                Window(id: "0x" + String($0.id, radix: 16), title: $0.title, className: $0.className)
            }
        }
        found.hasAudio = found.read(\.microphones, of: .audio) { () throws(CaptureError) in
            try AudioDevice.microphones().map { Named(name: $0.name, title: $0.description) }
        }
        found.read(\.applications, of: .audio) { () throws(CaptureError) in
            try AudioApplication.playing().map { Named(name: $0.name, title: $0.name) }
        }
        if found.hasAudio, found.microphones.isEmpty { found.absences.append(.noMicrophone) }
        found.cameras = Self.foundCameras()
        return found
    }

    /// Returns the first device of each camera according to the kernel. Further devices of a camera carry no video.
    private static func foundCameras() -> [Named] {
        // Without this folder there is no camera.
        guard let folder = try? Directory.open("/sys/class/video4linux"), let names = try? folder.entries() else {
            return []
        }
        return names.sorted().compactMap { name in
            let path = "/sys/class/video4linux/" + name
            guard line(of: path + "/index") == "0" else { return nil }
            return Named(name: "/dev/" + name, title: line(of: path + "/name") ?? name)
        }
    }

    private static func line(of path: String) -> String? {
        // These files disappear when the camera is unplugged.
        guard let file = try? OwnedDescriptor(opening: path) else { return nil }
        let bytes = try? [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            count = try file.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        return bytes.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    }

    /// Reads a list of sources.
    /// - Returns: True if the list could be read.
    @discardableResult
    private mutating func read<Value>(
        _ property: WritableKeyPath<SourcesDescription, [Value]>, of subject: Absence.Subject,
        with body: () throws(CaptureError) -> [Value]
    ) -> Bool {
        do throws(CaptureError) {
            self[keyPath: property] = try body()
            return true
        } catch {
            // Without a display, monitors and windows are missing for the same reason.
            if !absences.contains(where: { $0.subject == subject }) {
                absences.append(Absence(subject: subject, reason: error.reason, remedy: error.remedy))
            }
            return false
        }
    }
}

extension SourcesDescription.Absence {
    fileprivate static let noMicrophone = Self(
        subject: .microphone, reason: "no microphone is connected", remedy: "connect one, then look again")
}
