package import FFmpeg
import ReplayComposition
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import Sandbox

extension ExportJob {
    /// Compares the output with the recording.
    /// - Parameter open: Opens the output, at its start.
    package func receipt(of open: () throws -> Demuxer) throws -> ExportReceipt {
        var receipt = ExportReceipt(
            isSmart: plan.rendering == .smart, obstacle: plan.rendering.obstacle?.text, integrity: .unknown,
            duration: plan.duration, frames: [])
        if receipt.isSmart {
            let audit = try VideoAudit(try open(), movie: movie, track: videoTrack, plan: plan)
            receipt.frames = try plan.frames.map { try audit.check($0) }
            try audit.finish()
        } else {
            receipt.frames = plan.frames.map {
                ExportReceipt.Frames(
                    isCopied: false, reason: .everything, source: $0.source, start: $0.start, packets: $0.frames)
            }
        }
        if let audio = plan.audio,
            let reader = try AudioReader(movie, track: audio.track, isWidened: audio.isWidened)
        {
            receipt.audio = try AudioAudit(audio, movie: movie, reader: reader).check(open)
        }
        receipt.integrity = integrity
        receipt.sandbox = sandbox
        return receipt
    }

    private var sandbox: [ExportReceipt.SandboxPart]? {
        guard origin == .imported else { return nil }
        guard movie.isConfined else { return [] }
        let support = SandboxSupport.ofKernel
        return (support.landlockVersion > 0 ? [.landlock] : []) + (support.filtersCalls ? [.seccomp] : [])
    }

    private var integrity: ExportReceipt.Integrity {
        if damage != nil { return .damaged }
        guard movie.isVerified else { return .unknown }
        return origin == .imported ? .asImported : .asRecorded
    }
}
