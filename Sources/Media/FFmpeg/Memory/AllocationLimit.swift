internal import CFFmpeg

/// The limit of a single memory allocation of FFmpeg.
///
/// A movie of a few kilobytes can claim so many samples that their index would fill gigabytes. The limit is enough for
/// a plane of the largest frame (16,384 x 8192 with 16 bits). It is also enough for the index of 22 million samples:
/// 100 hours at 60 frames per second.
package enum AllocationLimit {
    /// The limit in bytes.
    package static let bytes = 512 << 20

    /// Sets the limit once per process. Functions that open foreign media call it.
    static func install() { _ = installed }

    private static let installed: Void = av_max_alloc(bytes)
}
