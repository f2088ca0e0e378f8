internal import CFFmpeg

/// How much memory FFmpeg may ask for at once.
///
/// A movie of some kilobytes may claim as many samples as fill gigabytes with its index. The limit is enough for a plane of the
/// largest frame, 16,384 by 8192 of 16 bits, and for the index of 22 million samples: a hundred hours of 60 frames per second.
package enum AllocationLimit {
    /// In bytes.
    package static let bytes = 512 << 20

    /// Sets it once for the process; whoever opens media from outside calls it.
    static func install() { _ = installed }

    private static let installed: Void = av_max_alloc(bytes)
}
