package import FFmpeg
package import Geometry
import Glibc
import MediaTime
package import ReplaySources

/// An open camera that has delivered its first frame. Use it from one thread; `interruption` can be used from any thread.
package final class CameraCapture {
    package let input: CameraInput
    /// The size of the camera's track, with even numbers: that of the first frame, reduced to at most 1280x720.
    package let size: PixelSize
    /// The interruption that ends blocking calls.
    package let interruption: Interruption
    package let first: CameraFrame
    private var reader: CameraReader?
    private let openDecoder: DecoderOpening

    /// Opens the decoder of a camera's stream.
    package typealias DecoderOpening = @Sendable (StreamInfo) throws -> any PacketDecoder

    private static let largest = PixelSize(width: 1280, height: 720)
    /// The maximum time from opening a camera to its first frame.
    private static let timeout = Duration.seconds(5)

    private init(
        _ input: CameraInput, reader: CameraReader, first: CameraFrame, interruption: Interruption,
        openDecoder: @escaping DecoderOpening
    ) {
        self.input = input
        self.openDecoder = openDecoder
        self.reader = reader
        self.first = first
        self.interruption = interruption
        size = PixelSize(width: first.frame.width, height: first.frame.height).fitted(into: Self.largest)
    }

    /// Opens a camera and waits for its first frame.
    /// - Parameter openDecoder: Opens the decoder of the camera's stream, each time that the camera is opened.
    /// - Throws: `noCamera` if it cannot be opened or delivers no frame in time.
    package static func open(
        _ input: CameraInput, openDecoder: @escaping DecoderOpening
    ) throws(CaptureError) -> CameraCapture {
        let interruption = Interruption()
        let (reader, first) = try start(input, interruption: interruption, openDecoder: openDecoder)
        return CameraCapture(
            input, reader: reader, first: first, interruption: interruption, openDecoder: openDecoder)
    }

    private static func start(
        _ input: CameraInput, interruption: Interruption, openDecoder: DecoderOpening
    ) throws(CaptureError) -> (CameraReader, CameraFrame) {
        interruption.setDeadline(.now + timeout)
        defer { interruption.setDeadline(nil) }
        let reader = try CameraReader.open(input, interruption: interruption, openDecoder: openDecoder)
        do {
            while !interruption.isDue {
                switch try reader.read() {
                case .next(let frame): return (reader, frame)
                case .again: rest()
                case .end: throw CaptureError.noFrame(of: input)
                }
            }
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(error, of: input)
        }
        throw .noFrame(of: input)
    }

    /// Returns the next frame, or nil if there is none after a short wait.
    /// - Throws: `cameraLost` if the camera fails. `reopen()` may recover it.
    package func next() throws(CaptureError) -> CameraFrame? {
        guard let reader else { throw .ended(input) }
        do {
            switch try reader.read() {
            case .next(let frame): return frame
            case .again: Self.rest()
            case .end: throw CaptureError.ended(input)
            }
            return nil
        } catch {
            self.reader = nil
            throw .ended(input)
        }
    }

    /// Opens a lost camera again and waits for its first frame.
    /// - Returns: The first frame.
    /// - Throws: `noCamera` if the camera is still not available.
    package func reopen() throws(CaptureError) -> CameraFrame {
        reader = nil
        let (reader, frame) = try Self.start(input, interruption: interruption, openDecoder: openDecoder)
        self.reader = reader
        return frame
    }

    /// Waits before the next non-blocking read. 4 ms are about a tenth of a frame.
    private static func rest() { usleep(4_000) }
}

extension PixelSize {
    /// Returns the size reduced to fit into `bounds` with its aspect ratio kept, with even numbers for 4:2:0.
    package func fitted(into bounds: PixelSize) -> PixelSize {
        var size = self
        if size.width > bounds.width { size = PixelSize(width: bounds.width, height: height * bounds.width / width) }
        if size.height > bounds.height {
            size = PixelSize(width: width * bounds.height / height, height: bounds.height)
        }
        return PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
    }
}
