import FFmpeg
import Glibc
import MediaTime
import ReplayEditor
import ReplayExporter
import ReplayJSON
import ReplayMovie
import ReplayTimeline

/// Makes jobs of a job file's entries: looks up patterns, presets and edits, and fills in the names of outputs.
struct JobExpansion {
    /// The job file's, absolute, without links: paths in it begin here.
    private let folder: String
    /// Where all outputs must be; as `folder`.
    private let root: String
    /// The library's, absolute.
    private let home: String
    private let library: RecordingLibrary
    private var recordings: [Recording]?
    private var presets: [String: Preset] = [:]
    private var jobs: [Job] = []
    /// The line of the job with that output.
    private var lines: [String: Int] = [:]

    /// - Parameters:
    ///   - folder: the job file's.
    ///   - root: where all outputs must be; nil: the job file's folder.
    private init(folder: String, root: String?) throws {
        self.folder = try Self.resolved(folder)
        self.root = try root.map(Self.resolved) ?? self.folder
        home = try Self.absolute(try RecordingLibrary.defaultHome)
        library = try RecordingLibrary.open(home: home)
    }

    /// The jobs of a file, in its order.
    /// - Throws: `JobFileError`, `FileSystemError`, `PresetError`, `DocumentError`.
    static func jobs(of file: JobFile, root: String?) throws -> [Job] {
        var expansion = try JobExpansion(folder: JobFile.split(file.path).folder, root: root)
        for entry in file.entries { try expansion.add(entry) }
        return expansion.jobs
    }

    private mutating func add(_ entry: JobEntry) throws {
        let preset = try preset(entry)
        let edit = try edit(entry)
        for (source, name) in try sources(entry) {
            guard jobs.count < JobFile.mostJobs else {
                throw entry.object.error("with it there are more than \(JobFile.mostJobs) jobs; divide the file")
            }
            let output = try output(entry, name: name, preset: preset)
            let line = entry.object.line
            if let other = lines.updateValue(line, forKey: output) {
                throw entry.object.error(
                    "\(shortened(output)) is the output of two jobs, here and in line \(other); {name} in “output” tells them apart",
                    at: "output")
            }
            var options = entry.options
            options.captions = options.captions.map(path)
            jobs.append(
                Job(
                    id: try ContentHash.of(Array(output.utf8)), number: jobs.count, name: name, source: source,
                    edit: edit, preset: preset, options: options, output: output, root: root, limits: entry.limits,
                    chunkMilliseconds: try chunk(entry, preset), line: line))
        }
    }

    private func chunk(_ entry: JobEntry, _ preset: Preset) throws -> Int64? {
        guard let length = entry.chunkLength else { return nil }
        guard preset.hls == nil else {
            throw entry.object.error("“chunk” is for MP4 files; “\(preset.name)” makes an HLS folder", at: "chunk")
        }
        return length.converted(to: 1000, rounding: .nearest).value
    }

    // MARK: What is exported

    private mutating func sources(_ entry: JobEntry) throws -> [(Job.Source, name: String)] {
        switch entry.source {
        case .movie(let pattern):
            return try movies(pattern, entry).map { (.movie($0), entry.name ?? Self.stem($0)) }
        case .recording(let pattern) where pattern.isPattern:
            let all = try recordings ?? library.recordings()
            recordings = all
            let found = all.filter { $0.id.description.fits(pattern) || $0.displayName.fits(pattern) }
            guard !found.isEmpty else { throw entry.object.error("no recording fits “\(pattern)”", at: "recording") }
            return found.map { (.recording($0.id.description, home: home), entry.name ?? $0.displayName) }
        case .recording(let reference):
            // One that is not there fails when its turn comes, and the others are done.
            let found = try? library.recording(matching: reference)
            return [
                (
                    .recording(found?.id.description ?? reference, home: home),
                    entry.name ?? found?.displayName ?? reference
                )
            ]
        }
    }

    private func movies(_ pattern: String, _ entry: JobEntry) throws -> [String] {
        guard pattern.isPattern else { return [path(pattern)] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(path(pattern), 0, nil, &found) == 0 else {
            throw entry.object.error("no file fits “\(pattern)”", at: "movie")
        }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }

    private static func stem(_ path: String) -> String {
        let name = JobFile.split(path).name
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    // MARK: How

    private mutating func preset(_ entry: JobEntry) throws -> Preset {
        let overrides = try entry.overrides.map { try $0.plain.text }
        let key = entry.preset + "\0" + (overrides ?? "")
        if let known = presets[key] { return known }
        var preset = try named(entry)
        if let changes = entry.overrides?.plain {
            let changed = try JSONValue.of(preset).merged(with: changes)
            let json = Array(try changed.text.utf8)
            do throws(JSON5Error) {
                preset = try Preset(json: json)
            } catch {
                throw entry.object.error("“overrides”: \(error.reason)", at: "overrides")
            }
        }
        presets[key] = preset
        return preset
    }

    private func named(_ entry: JobEntry) throws -> Preset {
        do {
            guard entry.preset.contains("/") || entry.preset.hasSuffix(".json") else { return try .named(entry.preset) }
            return try .read(path(entry.preset))
        } catch {
            throw entry.object.error("\(error)", at: "preset")
        }
    }

    private func edit(_ entry: JobEntry) throws -> JobEdit {
        switch entry.edit {
        case .own: return .own
        case .decisions(let decisions): return .decisions(decisions)
        case .file(let file):
            do {
                let history = try Self.document(path(file)).history
                return .operations(Array(history.operations.prefix(history.position)))
            } catch {
                throw entry.object.error("\(error)", at: "edit")
            }
        }
    }

    private static func document(_ path: String) throws -> EditDocument {
        let (folder, name) = JobFile.split(path)
        return try Directory.open(folder).read(EditDocument.self, named: name)
    }

    // MARK: Where to

    private func output(_ entry: JobEntry, name: String, preset: Preset) throws -> String {
        let ending = preset.hls == nil ? ".mp4" : ""
        var output = ""
        var rest = (entry.output ?? "{name}-{preset}\(ending)")[...]
        while let open = rest.firstIndex(of: "{") {
            output += rest[..<open]
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            output += try filling(rest[rest.index(after: open)..<close], entry, name: name, preset: preset)
            rest = rest[rest.index(after: close)...]
        }
        return try checked(output + rest, entry)
    }

    private func filling(
        _ word: Substring, _ entry: JobEntry, name: String, preset: Preset
    ) throws -> String {
        switch word {
        // A name is no path, whatever its owner calls a recording.
        case "name": name.replacing("/", with: "-").replacing("\0", with: "-")
        case "number": "\(jobs.count + 1)"
        case "preset": preset.name.replacing("/", with: "-")
        default:
            throw entry.object.error("“output” has {\(word)}; there are {name}, {number} and {preset}", at: "output")
        }
    }

    private func checked(_ output: String, _ entry: JobEntry) throws -> String {
        let absolute = Self.normalized(output.hasPrefix("/") ? output : root + "/" + output)
        guard absolute.hasPrefix(root == "/" ? "/" : root + "/") else {
            throw entry.object.error(
                "the output \(output) is outside of \(root); --root names another folder for outputs", at: "output")
        }
        return absolute
    }

    private func shortened(_ output: String) -> String {
        output.hasPrefix(root + "/") ? String(output.dropFirst(root.count + 1)) : output
    }

    // MARK: Paths

    private func path(_ text: String) -> String { Self.normalized(text.hasPrefix("/") ? text : folder + "/" + text) }

    private static func resolved(_ folder: String) throws -> String {
        guard let path = realpath(folder, nil) else { throw FileSystemError(operation: "open", subject: folder) }
        defer { free(path) }
        return String(cString: path)
    }

    private static func absolute(_ path: String) throws -> String {
        normalized(path.hasPrefix("/") ? path : try resolved(".") + "/" + path)
    }

    /// Without `.`, `..` and empty components.
    private static func normalized(_ path: String) -> String {
        var components: [Substring] = []
        for component in path.split(separator: "/") where component != "." {
            if component == ".." { _ = components.popLast() } else { components.append(component) }
        }
        return "/" + components.joined(separator: "/")
    }
}

extension String {
    fileprivate var isPattern: Bool { contains { "*?[".contains($0) } }

    fileprivate func fits(_ pattern: String) -> Bool { fnmatch(pattern, self, 0) == 0 }
}
