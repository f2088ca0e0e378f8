package import Descriptors
package import FFmpeg
import Files
import SystemPackage
package import Workers

/// The decoding of an image file in a sandbox.
package struct ImageTask: WorkerTask {
    package static let name = "image"
    /// The names of the granted files: the image, and the memory for the pixels.
    private static let (image, pixels) = ("image", "pixels")

    /// The largest number of pixels.
    let maxPixels: Int

    package static func prepare() {}

    package func run(in worker: WorkerConnection) throws -> RawFrame {
        let io = try IOContext(try OwnedDescriptor(opening: Self.image), mode: .read)
        let frame = try StillImage.read(io, name: Self.image, maxPixels: maxPixels)
        let format = try RawFrame(frame)
        let memory = try OwnedDescriptor(opening: Self.pixels, mode: .readWrite)
        try memory.descriptor.writeAll(try format.pixels(of: frame))
        return format
    }

    /// Decodes an image in a worker.
    /// - Parameters:
    ///   - image: The file, at its beginning.
    ///   - name: The name of the file for errors.
    ///   - program: The path of a program that calls `Worker.run`.
    func run(on image: OwnedDescriptor, name: String, by program: String) throws -> Frame {
        var grants = FileGrants()
        let memory = try OwnedDescriptor.memory("replay-image")
        grants.grant(image, as: Self.image)
        grants.grant(memory, as: Self.pixels)
        let worker = try WorkerProcess(
            self, program: program, operation: "read the image \(name)", limits: .image,
            grants: grants)
        let format = try worker.run()
        let size = try format.size(limit: maxPixels)
        try FileSystemError.catching("read", subject: name) { try memory.descriptor.seek(offset: 0, from: .start) }
        return try format.frame(try RegularFile.contents(of: memory, path: name, limit: size))
    }
}

extension StillImage {
    /// Decodes an image file in a sandbox, unless this program is used without Replay's others.
    /// - Parameters:
    ///   - file: The file, at its beginning.
    ///   - name: The file's name for errors.
    ///   - maxPixels: The largest number of pixels.
    /// - Throws: `FFmpegError`, `WorkerFailure` if it is not an image; `WorkerError` if the decoder ended early.
    package static func readConfined(_ file: OwnedDescriptor, name: String, maxPixels: Int) throws -> Frame {
        guard let program = try Worker.confined() else {
            return try read(try IOContext(file, mode: .read), name: name, maxPixels: maxPixels)
        }
        return try ImageTask(maxPixels: maxPixels).run(on: file, name: name, by: program)
    }
}
