internal import CFFmpeg

/// An FFmpeg option list, freed with its scope. What FFmpeg has not taken is left in it.
struct Options: ~Copyable {
    var pointer: OpaquePointer?

    init(_ values: [String: String]) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { av_dict_set(&pointer, key, value, 0) }
    }

    deinit {
        var owned = pointer
        av_dict_free(&owned)
    }

    /// The first option that FFmpeg did not know.
    var firstUnused: String? {
        av_dict_get(pointer, "", nil, AV_DICT_IGNORE_SUFFIX).map { String(cString: $0.pointee.key) }
    }
}
