public import ReplayErrors

/// An error that occurs while a screen, audio or a camera is captured. Its description is a sentence that says what to
/// do.
public struct CaptureError: CategorizedError, Codable, Hashable {
    /// A kind of failure. Later versions may add more.
    public struct Code: RawRepresentable, Codable, Hashable, Sendable {
        /// The name of the code.
        public let rawValue: String

        /// Creates the code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The display does not exist or refuses the connection.
        public static let noDisplay = Code(rawValue: "noDisplay")
        /// The connection to the display was lost.
        public static let displayLost = Code(rawValue: "displayLost")
        /// The display lacks an extension or has an unsupported pixel format.
        public static let unsupportedDisplay = Code(rawValue: "unsupportedDisplay")
        /// No desktop portal can share screens in a way that Replay supports.
        public static let noPortal = Code(rawValue: "noPortal")
        /// The user or the desktop did not share what was requested.
        public static let notShared = Code(rawValue: "notShared")
        /// The user ended the sharing, or the shared window was closed.
        public static let sharingEnded = Code(rawValue: "sharingEnded")
        /// The capture target does not exist or cannot be captured.
        public static let noSuchTarget = Code(rawValue: "noSuchTarget")
        /// The display refused a request.
        public static let requestRefused = Code(rawValue: "requestRefused")
        /// No audio server is available, or it refuses the connection.
        public static let noAudioServer = Code(rawValue: "noAudioServer")
        /// The audio server has no such source.
        public static let noAudioSource = Code(rawValue: "noAudioSource")
        /// The audio server or the source disappeared.
        public static let audioLost = Code(rawValue: "audioLost")
        /// The audio server refused a request.
        public static let audioRefused = Code(rawValue: "audioRefused")
        /// The camera does not exist, refuses access or delivers no frame.
        public static let noCamera = Code(rawValue: "noCamera")
        /// The camera disappeared.
        public static let cameraLost = Code(rawValue: "cameraLost")
        /// The program `replayd`, which captures, is missing or ended unexpectedly.
        public static let noRecorder = Code(rawValue: "noRecorder")
        /// The system has no memory or file descriptor left.
        public static let outOfResources = Code(rawValue: "outOfResources")
    }

    /// The kind of failure.
    public let code: Code
    /// The category of the failure, from which the exit code follows.
    public var category: ErrorCategory {
        switch code {
        case .noSuchTarget: .noInput
        case .notShared: .notPermitted
        default: .unavailable
        }
    }

    /// A sentence without its full stop that says what failed, on what, and why.
    public let reason: String
    /// The action to take, as the end of that sentence. Nil if there is none, or if `reason` already says it.
    public let remedy: String?
    /// The error code of the X protocol, for ``Code/requestRefused``.
    public let protocolError: UInt8?

    package init(_ code: Code, reason: String, remedy: String? = nil, protocolError: UInt8? = nil) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
        self.protocolError = protocolError
    }

    /// The reason and the remedy.
    public var description: String { remedy.map { "\(reason); \($0)" } ?? reason }
}
