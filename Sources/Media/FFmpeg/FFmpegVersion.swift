internal import CFFmpeg

/// The version of the loaded FFmpeg, which may be newer than the one that Replay was built with.
package enum FFmpegVersion {
    /// The version string of FFmpeg, such as “5.1.6-0+deb12u1”.
    package static var name: String { String(cString: av_version_info()) }

    /// The major version of libavcodec, such as 59. Debian's package names contain it.
    package static var codecMajor: Int { Int(avcodec_version() >> 16) }
}
