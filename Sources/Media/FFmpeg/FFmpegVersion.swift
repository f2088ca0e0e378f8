internal import CFFmpeg

/// Which FFmpeg is loaded, which may be a newer one than Replay was built with.
package enum FFmpegVersion {
    /// As FFmpeg's makers count it, such as “5.1.6-0+deb12u1”.
    package static var name: String { String(cString: av_version_info()) }

    /// Of the library of codecs, such as 59: Debian names its packages so.
    package static var codecMajor: Int { Int(avcodec_version() >> 16) }
}
