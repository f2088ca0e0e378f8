import Descriptors
package import FoundationEssentials
import Glibc
package import ReplaySources

/// A question about the sources of this machine. `replayd` answers it, because a program that embeds Replay is not
/// linked with the libraries of the display and the audio server.
package struct SourceQuery: Codable, Sendable {
    /// The kinds of questions.
    package enum Kind: String, Codable, Sendable {
        case monitors, windows, microphones, applications
        /// The only window that matches `text`.
        case window
        /// The window that the user clicks on.
        case clickedWindow
        /// An image of the whole screen.
        case screenshot
        /// The level of the microphone that `text` names, repeatedly, or of the default one if `text` is nil.
        case microphoneLevel
        /// The kinds of sources that the desktop portal can share.
        case portal
        /// The results of a diagnosis of the display, the audio server or the cameras.
        case displayCheck, audioCheck, cameraCheck
    }

    package var query: Kind
    /// The X display, or nil for `$DISPLAY`.
    package var display: String?
    /// The audio server, or nil for `$PULSE_SERVER` or the user's own server.
    package var server: String?
    package var text: String?

    package init(_ query: Kind, display: String? = nil, server: String? = nil, text: String? = nil) {
        self.query = query
        self.display = display
        self.server = server
        self.text = text
    }
}

/// An answer of `replayd`. Only the field that was asked for is set.
package struct SourceAnswer: Codable, Sendable {
    package var monitors: [ScreenMonitor]?
    package var windows: [ScreenWindow]?
    package var microphones: [AudioDevice]?
    package var applications: [AudioApplication]?
    /// A screenshot, as a JPEG file.
    package var screenshot: Data?
    package var portal: PortalAbilities?
    package var findings: [Diagnosis.Finding]?
    /// The peak sample value since the previous answer, in 0...1.
    package var level: Float?
    package var failed: CaptureError?

    package init() {}
}

/// Images of a screen.
package enum Screenshot {
    /// Takes an image of a display's current screen, as a JPEG file. Waits for `replayd`.
    /// - Parameter display: The display in the form of `$DISPLAY`, or nil for `$DISPLAY` itself.
    /// - Throws: `noDisplay`, `unsupportedDisplay`, `displayLost`, `requestRefused`, `noRecorder`.
    package static func take(display: String? = nil) throws(CaptureError) -> [UInt8] {
        guard let image = try SourceQuery(.screenshot, display: display).send().screenshot else {
            throw CaptureError(.noRecorder, reason: "“replayd” has another version", remedy: "reinstall Replay")
        }
        return [UInt8](image)
    }
}

extension SourceQuery {
    /// The longest accepted answer, in bytes. A display may have thousands of windows with titles of any length.
    private static let maxAnswerLength = 16 << 20

    /// Starts a `replayd`, sends it the question, and waits for its answer and its end.
    /// - Throws: `noRecorder`, or the error that the answer contains.
    package func send() throws(CaptureError) -> SourceAnswer {
        let daemon = try start()
        defer { _ = SystemCall.retrying { waitpid(daemon.pid, nil, 0) } }
        // Shuts the connection down, so that `replayd` notices its end.
        defer { shutdown(daemon.connection.descriptor.rawValue, Int32(SHUT_RDWR)) }
        daemon.connection.send(ControlLine.encode(self))
        var buffer: [UInt8] = []
        guard let line = daemon.connection.receiveLine(&buffer, maxLength: Self.maxAnswerLength),
            let answer: SourceAnswer = ControlLine.decode(line)
        else { throw CaptureError(.noRecorder, reason: "“replayd” ended without an answer") }
        if let failure = answer.failed { throw failure }
        return answer
    }

    func start() throws(CaptureError) -> DaemonProcess {
        do throws(RecorderError) {
            return try DaemonProcess.start(isDetached: false, hasOwnSession: false)
        } catch {
            throw CaptureError(.noRecorder, reason: error.description)
        }
    }
}
