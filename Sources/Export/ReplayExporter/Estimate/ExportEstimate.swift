/// What an export will come to.
package struct ExportEstimate: Sendable, Equatable {
    /// How large the output will be, in bytes.
    package let bytes: Int64
    /// How long it takes, in seconds, where the machine is as busy as now.
    package let seconds: Double
}

extension Exporter {
    /// Finds out by rendering a part of the edit, and writing none of it. Blocks, for some seconds where frames are encoded.
    /// - Throws: as `plan()`, and what rendering does; `ExportError.cancelled`.
    package func estimate(_ cancellation: ExportCancellation) throws -> ExportEstimate {
        try ExportTrial(self, cancellation).run()
    }
}
