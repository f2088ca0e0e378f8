import Glibc
import ReplayMovie

extension RecordingConfiguration {
    /// The same, with paths that hold wherever the recorder works.
    var withAbsolutePaths: RecordingConfiguration {
        var configuration = self
        configuration.coverImage = coverImage.map(Self.absolute)
        configuration.log = log.map(Self.absolute)
        return configuration
    }

    private static func absolute(_ path: String) -> String {
        guard !path.isAbsolutePath, let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(path: folder) + "/" + path
    }
}
