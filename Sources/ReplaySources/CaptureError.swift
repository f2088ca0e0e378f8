/// Why a screen or audio cannot be captured (any more). Its description is a sentence that says what to do.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; more may come.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// There is no such display, or it does not let us in.
        public static let noDisplay = Code(name: "noDisplay")
        /// The connection to the display broke.
        public static let displayLost = Code(name: "displayLost")
        /// The display lacks an extension or has pixels of another kind.
        public static let unsupportedDisplay = Code(name: "unsupportedDisplay")
        /// What should be captured is not there, or cannot be captured.
        public static let noSuchTarget = Code(name: "noSuchTarget")
        /// The display refused a request.
        public static let requestRefused = Code(name: "requestRefused")
        /// There is no audio server, or it does not let us in.
        public static let noAudioServer = Code(name: "noAudioServer")
        /// The audio server has no such source.
        public static let noAudioSource = Code(name: "noAudioSource")
        /// The audio server or the source went away.
        public static let audioLost = Code(name: "audioLost")
        /// The audio server refused a request.
        public static let audioRefused = Code(name: "audioRefused")
        /// There is no such camera, or it does not let us in, or gives no frame.
        public static let noCamera = Code(name: "noCamera")
        /// The camera went away.
        public static let cameraLost = Code(name: "cameraLost")
        /// The system has no memory or file descriptor left.
        public static let outOfResources = Code(name: "outOfResources")
    }

    /// The kind of failure.
    public let code: Code
    /// What failed, on what, why, and what to do.
    public let description: String
    /// The error code of the X protocol, for ``Code/requestRefused``.
    public let protocolError: UInt8?

    package init(_ code: Code, _ description: String, protocolError: UInt8? = nil) {
        self.code = code
        self.description = description
        self.protocolError = protocolError
    }
}
