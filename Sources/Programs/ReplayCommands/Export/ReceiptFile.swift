import Files
import Glibc
import ReplayCommandLine
import ReplayRendering
import SystemPackage

/// The file of an export's receipt. It is created before the export begins, so that a failure is reported in time.
final class ReceiptFile {
    private let path: String
    private let output: String
    private var file: OutputFile?

    /// - Throws: `ExportError` if the file cannot be created or replaced, or is the output itself.
    init(_ path: String, of output: String, overwrites: Bool, sparing places: ProtectedPaths) throws {
        (self.path, self.output) = (path, output)
        guard try Self.place(path) != Self.place(output) else { throw ExportError.receiptIsOutput(path) }
        file = try OutputFile.create(path, overwrites: overwrites, sparing: places)
    }

    /// Writes the receipt. Call it after the output has its final name.
    func write(_ receipt: ExportReceipt) throws {
        // On a case-insensitive file system, two different names may be the same file.
        if let own = try? Stat(path.cPath, followTargetSymlink: false),
            let other = try? Stat(output.cPath, followTargetSymlink: false),
            FileIdentifier(own) == FileIdentifier(other)
        {
            throw ExportError.receiptIsOutput(path)
        }
        guard let file = file.take() else { return }
        try file.write(try Output.document(receipt))
        try file.commit()
    }

    private struct Place: Equatable {
        let folder: FileIdentifier?
        let name: [UInt8]
    }

    private static func place(_ path: String) throws -> Place {
        let (folder, name) = path.pathParts
        // A missing folder is reported when the file is created.
        return Place(folder: (try? Directory.open(folder))?.ancestors().first, name: name.pathBytes)
    }
}
