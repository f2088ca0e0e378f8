internal import CFFmpeg

/// An FFmpeg option dictionary that is freed with its scope. FFmpeg removes the options that it uses.
struct Options: ~Copyable {
    var pointer: OpaquePointer?

    init(_ values: [String: String]) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { av_dict_set(&pointer, key, value, 0) }
    }

    deinit {
        var owned = pointer
        av_dict_free(&owned)
    }

    /// The first option that FFmpeg did not use.
    var firstUnused: String? {
        av_dict_get(pointer, "", nil, AV_DICT_IGNORE_SUFFIX).map { String(cString: $0.pointee.key) }
    }
}
