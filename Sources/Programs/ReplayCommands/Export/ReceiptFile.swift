import Files
import Glibc
import ReplayCommandLine
import SystemPackage

/// The file of an export's receipt. It is an output like the other one, and is known to be possible before that is begun.
final class ReceiptFile {
    private let path: String
    private let output: String
    private var file: OutputFile?

    /// - Throws: `ExportError` where the file may not be made or replaced, or is the output itself.
    init(_ path: String, of output: String, overwrites: Bool, sparing places: ProtectedPlaces) throws {
        (self.path, self.output) = (path, output)
        guard try Self.place(path) != Self.place(output) else { throw ExportError.receiptIsOutput(path) }
        file = try OutputFile.create(path, overwrites: overwrites, sparing: places)
    }

    /// Writes the receipt, once the output has its name.
    func write(_ receipt: ExportReceipt) throws {
        // Two names are one where the file system does not tell large letters from small ones.
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
        // What is not there is found out when the file is made.
        return Place(folder: (try? Directory.open(folder))?.ancestors().first, name: name.pathBytes)
    }
}
