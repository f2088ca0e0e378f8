import ReplayMovie

extension JobBatch {
    /// The command line that does the same by GNU parallel: for people to type, or to change.
    public func parallelLine(_ options: BatchOptions) -> String { command(program: "replay", options).line }

    func parallel(_ options: BatchOptions) throws -> ParallelCommand {
        command(program: try ReplayProgram.find(), options)
    }

    private func command(program: String, _ options: BatchOptions) -> ParallelCommand {
        let log = jobFile.pathParts.folder + "/" + BatchFolder.name(for: jobFile) + "/parallel.log"
        return ParallelCommand(program: program, jobFile: jobFile, places: places(options), log: log)
    }
}
