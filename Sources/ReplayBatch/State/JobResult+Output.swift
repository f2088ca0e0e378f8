import Glibc
import ReplayExporter

extension JobResult {
    /// Whether the job is done, and the output there still.
    var isIntact: Bool { failure == nil && hasOwnOutput }

    /// Whether what stands in the output's place is what was made last.
    var hasOwnOutput: Bool { made?.isThat(of: mark) ?? false }

    /// The file that `made` tells about.
    private var mark: String {
        var status = stat()
        let isFolder = stat(output, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return isFolder ? Preset.folderMark(of: output) : output
    }
}
