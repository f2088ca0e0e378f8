import FFmpeg

/// By which a run's jobs are known on a cluster, whatever their ids are: one word for the batch, one for the run.
struct SlurmJobName: Hashable, Sendable {
    private static let length = 10
    private let batch: String
    private let run: String

    /// - Parameters:
    ///   - folder: the absolute path of the job log.
    ///   - run: a word that no other run has.
    init(folder: String, run: String) throws {
        batch = "replay-" + (try ContentHash.of(folder.pathBytes).prefix(Self.length)) + "-"
        self.run = run
    }

    /// As Slurm has it.
    var text: String { batch + run }

    /// Whether a job of this name is of an earlier run of the same batch, or of this one.
    func isOfSameBatch(_ name: String) -> Bool { name.utf8.starts(with: batch.utf8) }
}
