/// Why a screen or sound cannot be captured (any more). Its description is a sentence that says what to do.
package struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; more may come.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// There is no such display, or it does not let us in.
        package static let noDisplay = Code(name: "noDisplay")
        /// The connection to the display broke.
        package static let displayLost = Code(name: "displayLost")
        /// The display lacks an extension or has pixels of another kind.
        package static let unsupportedDisplay = Code(name: "unsupportedDisplay")
        /// The display refused a request.
        package static let requestRefused = Code(name: "requestRefused")
        /// There is no sound server, or it does not let us in.
        package static let noSoundServer = Code(name: "noSoundServer")
        /// The sound server has no such source.
        package static let noSoundSource = Code(name: "noSoundSource")
        /// The sound server or the source went away.
        package static let soundLost = Code(name: "soundLost")
        /// The sound server refused a request.
        package static let soundRefused = Code(name: "soundRefused")
        /// There is no such camera, or it does not let us in, or gives no picture.
        package static let noCamera = Code(name: "noCamera")
        /// The camera went away.
        package static let cameraLost = Code(name: "cameraLost")
        /// The system has no memory or file descriptor left.
        package static let outOfResources = Code(name: "outOfResources")
    }

    package let code: Code
    package let description: String
    /// The error code of the X protocol, for ``Code/requestRefused``.
    package let protocolError: UInt8?

    package init(_ code: Code, _ description: String, protocolError: UInt8? = nil) {
        self.code = code
        self.description = description
        self.protocolError = protocolError
    }
}
