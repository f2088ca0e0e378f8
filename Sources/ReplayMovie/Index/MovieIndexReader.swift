import Glibc

/// Reads a `MovieIndex` from a file by stepping from box to box; media data is passed over.
struct MovieIndexReader {
    private let descriptor: Int32
    private let fileSize: Int64
    private let path: String

    /// More than any header of ours needs; a larger one is not believed.
    private static let largestHeader: Int64 = 64 << 20

    init(descriptor: Int32, path: String) throws(MovieError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw MovieError(path: path, reason: .unreadable(errno)) }
        self.descriptor = descriptor
        self.path = path
        fileSize = Int64(status.st_size)
    }

    /// - Throws: where there is no whole `moov` box; a cut-off end is no error.
    func read() throws(MovieError) -> MovieIndex {
        var header: MovieHeader?
        var samples: [UInt32: [MovieIndex.Sample]] = [:]
        var offset: Int64 = 0
        var isWhole = true
        var (wholeEnd, fragmentCount) = (Int64(0), 0)
        while offset < fileSize, isWhole {
            guard let (type, size) = try boxHeader(at: offset), offset + size <= fileSize else {
                isWhole = false
                break
            }
            if type == "moov" { header = MovieHeader(moov: try box(at: offset, size: size)) }
            if type == "moof", let header {
                fragmentCount += 1
                let fragments = try box(at: offset, size: size).children.filter { $0.type == "traf" }
                    .map { TrackFragment(traf: $0, moofOffset: offset, header: header) }
                for fragment in fragments {
                    guard let fragment else { isWhole = false; break }
                    isWhole = append(fragment, to: &samples) && isWhole
                }
            }
            offset += size
            if type == "mdat" || type == "moov" { wholeEnd = offset }
        }
        guard let header else { throw MovieError(path: path, reason: .noHeader) }
        return MovieIndex(
            tracks: header.tracks.map {
                MovieIndex.Track(kind: $0.kind, timescale: $0.timescale, samples: samples[$0.id] ?? [])
            },
            isTruncated: !isWhole, wholeEnd: wholeEnd, fragmentCount: fragmentCount)
    }

    /// - Returns: false where some of the fragment's data lies beyond the file's end; that is left out.
    private func append(_ fragment: TrackFragment, to samples: inout [UInt32: [MovieIndex.Sample]]) -> Bool {
        let whole = fragment.samples.prefix { $0.offset >= 0 && $0.offset + Int64($0.size) <= fileSize }
        samples[fragment.trackID, default: []] += whole
        return whole.count == fragment.samples.count
    }

    private func boxHeader(at offset: Int64) throws(MovieError) -> (FourCC, Int64)? {
        var cursor = ByteCursor(try bytes(at: offset, count: min(16, fileSize - offset))[...])
        guard let short = cursor.integer(UInt32.self), let type = cursor.integer(UInt32.self) else { return nil }
        switch short {
        case 0: return (FourCC(rawValue: type), fileSize - offset)
        case 1:
            guard let size = cursor.integer(Int64.self), size >= 16, size <= fileSize else { return nil }
            return (FourCC(rawValue: type), size)
        default: return short < 8 ? nil : (FourCC(rawValue: type), Int64(short))
        }
    }

    private func box(at offset: Int64, size: Int64) throws(MovieError) -> Box {
        guard size <= Self.largestHeader, let box = Box.sequence(in: try bytes(at: offset, count: size)[...]).first
        else { throw MovieError(path: path, reason: .damaged) }
        return box
    }

    private func bytes(at offset: Int64, count: Int64) throws(MovieError) -> [UInt8] {
        var done = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
            while done < Int(count) {
                let part = pread(
                    descriptor, buffer.baseAddress.map { $0 + done }, Int(count) - done, off_t(offset) + done)
                if part <= 0 { break }
                done += part
            }
            initialized = done
        }
        guard bytes.count == Int(count) else { throw MovieError(path: path, reason: .unreadable(errno)) }
        return bytes
    }
}
