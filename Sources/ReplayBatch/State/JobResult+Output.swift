import Glibc
import ReplayExporter
import ReplayMovie

extension JobResult {
    /// Whether the job is done, and the output there still, with all files of a folder. Reads such a folder.
    var isIntact: Bool { failure == nil && hasOwnOutput && (!isFolder || HLSManifest.isIntact(at: output)) }

    /// Whether what stands in the output's place was made last; of a folder, files may be missing or damaged.
    var hasOwnOutput: Bool { made?.isThat(of: isFolder ? Preset.folderMark(of: output) : output) ?? false }

    private var isFolder: Bool {
        var status = stat()
        return stat(output.cPath, &status) == 0 && status.isFolder
    }
}
