public import ReplayErrors

/// Why a screen or audio cannot be captured (any more). Its description is a sentence that says what to do.
public struct CaptureError: CategorizedError, Codable, Hashable {
    /// The kind of failure; more may come.
    public struct Code: RawRepresentable, Codable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// The code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such display, or it does not let us in.
        public static let noDisplay = Code(rawValue: "noDisplay")
        /// The connection to the display broke.
        public static let displayLost = Code(rawValue: "displayLost")
        /// The display lacks an extension or has pixels of another kind.
        public static let unsupportedDisplay = Code(rawValue: "unsupportedDisplay")
        /// There is no desktop portal that shares screens, or none that Replay can use.
        public static let noPortal = Code(rawValue: "noPortal")
        /// The desktop's user, or the desktop, does not share what was asked for.
        public static let notShared = Code(rawValue: "notShared")
        /// The desktop's user ended the sharing, or what was shared was closed.
        public static let sharingEnded = Code(rawValue: "sharingEnded")
        /// What should be captured is not there, or cannot be captured.
        public static let noSuchTarget = Code(rawValue: "noSuchTarget")
        /// The display refused a request.
        public static let requestRefused = Code(rawValue: "requestRefused")
        /// There is no audio server, or it does not let us in.
        public static let noAudioServer = Code(rawValue: "noAudioServer")
        /// The audio server has no such source.
        public static let noAudioSource = Code(rawValue: "noAudioSource")
        /// The audio server or the source went away.
        public static let audioLost = Code(rawValue: "audioLost")
        /// The audio server refused a request.
        public static let audioRefused = Code(rawValue: "audioRefused")
        /// There is no such camera, or it does not let us in, or gives no frame.
        public static let noCamera = Code(rawValue: "noCamera")
        /// The camera went away.
        public static let cameraLost = Code(rawValue: "cameraLost")
        /// `replayd`, which captures, is not there or ended unexpectedly.
        public static let noRecorder = Code(rawValue: "noRecorder")
        /// The system has no memory or file descriptor left.
        public static let outOfResources = Code(rawValue: "outOfResources")
    }

    /// The kind of failure.
    public let code: Code
    /// What kind of failure it is.
    public var category: ErrorCategory {
        switch code {
        case .noSuchTarget: .noInput
        case .notShared: .notPermitted
        default: .unavailable
        }
    }

    /// What failed, on what, and why, as a sentence without its full stop.
    public let reason: String
    /// What to do, as the end of that sentence; nil where there is nothing, or `reason` says it.
    public let remedy: String?
    /// The error code of the X protocol, for ``Code/requestRefused``.
    public let protocolError: UInt8?

    package init(_ code: Code, _ reason: String, remedy: String? = nil, protocolError: UInt8? = nil) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
        self.protocolError = protocolError
    }

    /// The reason and the remedy.
    public var description: String { remedy.map { "\(reason); \($0)" } ?? reason }
}
