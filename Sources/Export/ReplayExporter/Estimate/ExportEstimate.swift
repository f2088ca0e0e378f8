package import ReplayRendering

/// An estimate of an export's size and duration.
package struct ExportEstimate: Sendable, Equatable {
    /// The estimated size of the output, in bytes.
    package let bytes: Int64
    /// The estimated time that the export takes, in seconds, at the machine's current load.
    package let seconds: Double
}

extension Exporter {
    /// Estimates the export by rendering a part of the edit without writing it. Blocks, for a few seconds if frames are
    /// encoded.
    /// - Throws: The errors of `plan()` and of rendering, and `ExportError.cancelled`.
    package func estimate(_ cancellation: ExportCancellation) throws -> ExportEstimate {
        try ExportTrial(request, cancellation: cancellation).run()
    }
}
