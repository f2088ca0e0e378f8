import Descriptors
import FFmpeg
import Files
import Glibc
import H264
import HLSPlaylist
import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

@testable import HLSValidation
@testable import ReplayImporter

/// A file in memory, in a folder of its own. Each input in turn becomes its contents.
private let place: (folder: Directory, file: OwnedDescriptor) = {
    var path = Array("/dev/shm/replay-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { fatalError("/dev/shm cannot be written") }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
        let folder = try Directory.open(name)
        return (folder, try folder.openFile("movie.mp4", mode: .readWrite, options: .create))
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

/// Fuzzes parameter sets and slices with start codes. Each pair of sets is tried as the encoder's and the stream's.
func fuzzBitstream(_ bytes: [UInt8]) {
    let units = AccessUnit(startCoded: bytes).units
    guard let sets = AVCConfiguration(startCoded: bytes)?.parameterSets else { return }
    for unit in units { _ = (SliceStart(unit, sets: sets), SliceStart.isIntra(unit)) }
    fuzzSplices(units.filter(\.isSlice), sets)
    for own in sets.values {
        for target in sets.values {
            guard let rewriter = try? SliceRewriter(from: own, to: target) else { continue }
            for unit in units { _ = try? rewriter.rewritten(unit, absFrameNum: Int64(bytes.count), idrPicID: 2) }
        }
    }
}

/// Splices the slices, one per frame. Each two frames are shown in the reverse of their decoding order.
private func fuzzSplices(_ slices: [NALUnit], _ sets: [UInt32: ParameterSets]) {
    for start in slices.indices where slices[start].kind == .idrSlice {
        let frames = slices[start...].prefix(40).enumerated().map { (units: [$1], time: Int64(($0 + 1) ^ 1)) }
        guard let gop = GOPReferences(frames, sets: sets) else { continue }
        for time in 0..<Int64(frames.count) {
            guard let splice = gop.splice(from: time, until: Int64(frames.count) - time / 2) else { continue }
            for excerpt in [splice.lead, splice.rest] {
                for (number, frame) in excerpt.frames.enumerated() {
                    _ = excerpt.frame(number, from: frames[frame].units)
                }
            }
        }
    }
}

/// Fuzzes pointer files. After a first byte of 0, the input is such a file; otherwise, its numbers make the entries.
func fuzzPointer(_ bytes: [UInt8]) {
    store(bytes.first == 0 ? Array(bytes.dropFirst()) : pointerEntries(bytes).flatMap(\.bytes))
    guard rename("movie.mp4", to: PointerEntry.fileName) else { return }
    defer { _ = rename(PointerEntry.fileName, to: "movie.mp4") }
    let id = RecordingID.generate()
    let recording = Recording(
        id: id, facts: RecordingFacts(id: id, name: nil, origin: .screen), folder: place.folder)
    guard let path = try? recording.pointerPath else { return }
    for kind in [PointerEffect.Kind.highlight, .clicks] {
        let effect = PointerEffect(kind, during: TimeRange(start: .zero, end: .seconds(366 * 86_400)))
        let drawn = path.ranges(of: effect)
        for (one, next) in zip(drawn, drawn.dropFirst()) { precondition(one.end <= next.start) }
        for range in drawn.prefix(20) {
            precondition(!path.overlays(at: range.start, [effect], side: 100).isEmpty, "\(range)")
        }
    }
}

/// Fuzzes files of the screen's changes.
func fuzzChanges(_ bytes: [UInt8]) {
    store(bytes)
    guard rename("movie.mp4", to: ChangeEntry.fileName) else { return }
    defer { _ = rename(ChangeEntry.fileName, to: "movie.mp4") }
    let id = RecordingID.generate()
    let recording = Recording(
        id: id, facts: RecordingFacts(id: id, name: nil, origin: .screen), folder: place.folder)
    guard let entries = try? recording.entries(of: ChangeEntry.self) else { return }
    precondition(zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time })
    precondition(entries.flatMap(\.bytes).elementsEqual(bytes.prefix(entries.count * ChangeEntry.length)))
}

/// Fuzzes files of the pointer's shapes.
func fuzzShapes(_ bytes: [UInt8]) {
    store(bytes)
    guard rename("movie.mp4", to: Recording.shapesName) else { return }
    defer { _ = rename(Recording.shapesName, to: "movie.mp4") }
    guard let shapes = try? emptyRecording().pointerShapes else { return }
    for shape in shapes {
        precondition(shape.isInvisible || shape.pixels.count == shape.size.width * shape.size.height)
    }
}

/// Fuzzes files of shortcuts.
func fuzzKeys(_ bytes: [UInt8]) {
    store(bytes)
    guard rename("movie.mp4", to: KeyEntry.fileName) else { return }
    defer { _ = rename(KeyEntry.fileName, to: "movie.mp4") }
    guard let entries = try? emptyRecording().entries(of: KeyEntry.self) else { return }
    precondition(zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time })
    let presses = entries.map {
        ShortcutPath.Press(time: MediaTime(value: $0.time, timescale: KeyEntry.timescale), keys: [$0.key])
    }
    let path = ShortcutPath(presses, until: .seconds(366 * 86_400))
    for (one, next) in zip(path.groups, path.groups.dropFirst()) { precondition(one.range.end <= next.range.start) }
}

private func emptyRecording() -> Recording {
    let id = RecordingID.generate()
    return Recording(id: id, facts: RecordingFacts(id: id, name: nil, origin: .screen), folder: place.folder)
}

private func pointerEntries(_ bytes: [UInt8]) -> [PointerEntry] {
    var numbers = NumberSource(bytes)
    var time: Int64 = 0
    return (0..<bytes.count / 9).map { _ in
        time += Int64(truncatingIfNeeded: numbers.next(bytes: 3))
        let kind = PointerEntry.Kind(rawValue: UInt8(truncatingIfNeeded: 1 + numbers.next(bytes: 1) & 3)) ?? .left
        return PointerEntry(
            time: time, kind: kind, button: UInt8(truncatingIfNeeded: numbers.next(bytes: 1)),
            x: UInt16(truncatingIfNeeded: numbers.next(bytes: 2)), y: UInt16(truncatingIfNeeded: numbers.next(bytes: 2))
        )
    }
}

func fuzzDemuxer(_ bytes: [UInt8]) {
    store(bytes)
    let attempt = ImportAttempt(lead: Int64(bytes.count) << 20)
    guard var source = try? ImportSource.open(place.folder.path + "/movie.mp4"),
        let tracks = try? source.choice.tracks.map({ try ImportTrack($0, of: source, attempt: attempt) })
    else { return }
    _ = source.demuxer.durationMicroseconds
    for track in tracks { _ = (track.announced, track.output) }
    var survey = DecodingOrder.Survey()
    for _ in 0..<100 {
        guard let packet = try? source.read() else { break }
        survey.take(packet)
        guard let track = tracks.first(where: { $0.stream.index == packet.streamIndex }) else { continue }
        try? track.take(packet) { _ in }
        _ = track.taken
    }
}

func fuzzPlaylists(_ bytes: [UInt8]) {
    guard let text = PlaylistText(bytes) else { return }
    precondition(text.bytes == bytes)
    _ = ParsedMultivariantPlaylist(text)
    let playlist = ParsedMediaPlaylist(text).playlist
    _ = (playlist.duration, playlist.boundaries, PlaylistText(Array(bytes.reversed())))
    _ = WebVTTFile(bytes)
    store(bytes)
    // The same bytes as the playlist of a folder, so that all rules are checked.
    guard rename("movie.mp4", to: "main.m3u8") else { return }
    _ = try? HLSValidator().validate(folder: place.folder.path)
    _ = rename("main.m3u8", to: "movie.mp4")
}

private func rename(_ old: String, to new: String) -> Bool { (try? place.folder.rename(old, to: new)) != nil }
