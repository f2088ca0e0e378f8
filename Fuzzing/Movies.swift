import Descriptors
import FFmpeg
import Glibc
import ReplayLibrary
import ReplayMovie

@testable import ReplayHLS
@testable import ReplayImporter

/// A file in a folder of its own, in memory, whose contents are each input in turn.
private let place: (folder: Directory, file: OwnedDescriptor) = {
    var path = Array("/dev/shm/replay-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { fatalError("/dev/shm cannot be written") }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
        let folder = try Directory.open(name)
        return (folder, try folder.openFile("movie.mp4", .readWrite, .create))
    } catch {
        fatalError("\(error)")
    }
}()

private func store(_ bytes: [UInt8]) {
    do {
        try place.file.descriptor.resize(to: 0)
        try place.file.descriptor.writeAll(toAbsoluteOffset: 0, bytes)
    } catch {
        fatalError("/dev/shm is full")
    }
}

func fuzzMovie(_ bytes: [UInt8]) {
    store(bytes)
    guard let movie = try? MovieReader.open("movie.mp4", in: place.folder) else { return }
    for (number, track) in movie.index.tracks.enumerated() {
        _ = track.end
        if track.kind == .video { _ = movie.keyframes(track: number) }
        for sample in track.samples.indices.prefix(20) { _ = try? movie.verifiedPacket(track: number, sample: sample) }
    }
}

func fuzzDemuxer(_ bytes: [UInt8]) {
    guard let demuxer = try? Demuxer.open(IOContext(IOMemory(bytes), mode: .read), name: "movie", timeout: 5),
        let tracks = try? ImportTrack.tracks(of: demuxer, lead: Int64(bytes.count) << 20, path: "movie")
    else { return }
    _ = demuxer.durationMicroseconds
    for track in tracks { _ = (track.announced, track.output) }
    var survey = DecodingOrder.Survey()
    for _ in 0..<100 {
        guard let packet = try? demuxer.read() else { break }
        survey.take(packet)
        guard let track = tracks.first(where: { $0.stream.index == packet.streamIndex }) else { continue }
        try? track.take(packet) { _ in }
        _ = track.taken
    }
}

func fuzzPlaylists(_ bytes: [UInt8]) {
    guard let text = PlaylistText(bytes) else { return }
    precondition(text.bytes == bytes)
    _ = MultivariantPlaylist(text)
    let playlist = MediaPlaylist(text)
    _ = (playlist.duration, playlist.boundaries, PlaylistText(Array(bytes.reversed())))
    _ = WebVTTFile(bytes)
    store(bytes)
    // The same as a folder: all rules.
    guard rename("movie.mp4", to: "main.m3u8") else { return }
    _ = try? HLSValidator().validate(folder: place.folder.path)
    _ = rename("main.m3u8", to: "movie.mp4")
}

private func rename(_ old: String, to new: String) -> Bool { (try? place.folder.rename(old, to: new)) != nil }
