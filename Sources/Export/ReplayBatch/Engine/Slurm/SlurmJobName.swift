import FFmpeg

/// The name of a run's jobs on a cluster. It identifies them independently of ids: one part for the batch, one for
/// the run.
struct SlurmJobName: Hashable, Sendable {
    private static let length = 10
    private let batch: String
    private let run: String

    /// Creates a name.
    /// - Parameters:
    ///   - folder: The absolute path of the job log.
    ///   - run: A word that is unique to the run.
    init(folder: String, run: String) throws {
        batch = "replay-" + (try ContentHash.of(folder.pathBytes).prefix(Self.length)) + "-"
        self.run = run
    }

    /// The name for Slurm.
    var text: String { batch + run }

    /// Returns true if a job with this name belongs to the same batch, in any run.
    func isOfSameBatch(_ name: String) -> Bool { name.utf8.starts(with: batch.utf8) }
}
