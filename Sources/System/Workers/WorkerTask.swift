import Files
import Sandbox

/// Work that a process in a sandbox does, because it parses media of other programs.
package protocol WorkerTask: Codable, Sendable {
    /// The result. The parent checks it like any other data from outside.
    associatedtype Output: Codable & Sendable

    /// The name of the task in an order.
    static var name: String { get }

    /// Loads libraries, which cannot be loaded in the sandbox. Called before the worker enters it.
    static func prepare()

    /// Does the work. Called on the worker's main thread.
    func run(in worker: WorkerConnection) throws -> Output
}

/// The limits of a worker.
package struct WorkerLimits: Codable, Equatable, Sendable {
    /// The largest size of each file that the worker writes, in bytes.
    package var fileSize: UInt64
    /// The processor time, in seconds, until the duration of the media is known.
    package var processorTime: UInt64 = 60

    /// True if the limits stay, whatever amount of media the worker reports.
    package var isFixed = false

    /// True if the worker serves requests until its parent ends it, so that its time is not limited.
    package var servesRequests = false

    /// Creates the limits of a worker that reads a file of this size, in bytes.
    package init(inputSize: Int64) { fileSize = (1 << 30) + 4 * UInt64(min(max(0, inputSize), Self.maxInputSize)) }

    /// The limits of a worker that decodes an image.
    package static var image: WorkerLimits {
        var limits = WorkerLimits(inputSize: 0)
        limits.isFixed = true
        return limits
    }

    /// The largest size that counts, in bytes. A file without contents can claim any.
    private static let maxInputSize: Int64 = 1 << 40

    /// Returns the processor time for media of this amount, in seconds. It is longer by 20 times the duration, and in
    /// proportion for frames that are larger than 1920x1080.
    func processorTime(for amount: MediaAmount) -> UInt64 {
        let size = max(1, amount.framePixels / Self.usualPixels)
        let more = (max(0, amount.duration) * 20 * size).rounded(.up)
        return min(Self.maxProcessorTime, processorTime + (UInt64(exactly: more) ?? Self.maxProcessorTime))
    }

    private static let usualPixels = 1920.0 * 1080

    /// The longest processor time, in seconds, whatever duration the media claims: two months.
    static let maxProcessorTime: UInt64 = 60 * 86400
}

/// The amount of media that a worker decodes.
package struct MediaAmount: Codable, Sendable {
    /// The duration in seconds.
    package var duration: Double
    /// The number of pixels of a frame.
    package var framePixels: Double

    package init(duration: Double, framePixels: Double) {
        (self.duration, self.framePixels) = (duration, framePixels)
    }
}

/// The order that a worker receives before it enters the sandbox. The task follows as JSON.
struct WorkerOrder: Codable {
    var task: String
    var limits: WorkerLimits
    /// The parts of the sandbox to use; nil for those of the kernel.
    var support: SandboxSupport?
}

/// A message of a worker.
enum WorkerMessage: Codable {
    /// A system call for the parent. The packet's descriptor is the folder.
    case request(FileRequest)
    /// The amount of media that is known so far.
    case amount(MediaAmount)
    /// A part of the output, which is JSON, follows.
    case output
    /// All parts of the output were sent.
    case finished
    case failed(WorkerFailure)
}

/// The parent's reply to a request. The packet's descriptor is the file that was opened, and the status follows.
struct WorkerReply: Codable {
    var code: Int32
}
