import FFmpeg
import Files
import Glibc
import MediaTime
import ReplayEditor
import ReplayJSON
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import ReplayTimeline

/// An expansion of a job file's entries to jobs. It resolves patterns, presets and edits, and fills in outputs' names.
struct JobExpansion {
    /// The absolute folder of the job file, with links resolved. Relative paths in the file start here.
    private let folder: String
    /// The absolute folder, with links resolved, that must contain all outputs.
    private let root: String
    /// The absolute path of the library's home.
    private let home: String
    /// The absolute paths, with links resolved, that must not contain outputs, and what they are.
    private let forbidden: [(path: String, what: String)]
    private let library: RecordingLibrary
    private var recordings: [Recording]?
    /// The presets, by the bytes of their paths and overrides. Two different file names may be equal strings in Swift.
    private var presets: [[UInt8]: Preset] = [:]
    private var jobs: [Job] = []
    /// The line of the job with each output, by the bytes of the output's path.
    private var lines: [[UInt8]: Int] = [:]

    /// Creates an expansion.
    /// - Parameters:
    ///   - jobFile: The path of the job file.
    ///   - root: The folder that must contain all outputs, or nil for the job file's folder.
    private init(_ jobFile: String, root: String?) throws {
        let (folder, name) = jobFile.pathParts
        self.folder = try folder.resolvedPath()
        self.root = try root?.resolvedPath() ?? self.folder
        home = try Self.absolute(try RecordingLibrary.defaultHome)
        library = try RecordingLibrary.open(home: home)
        let file = self.folder == "/" ? "/" + name : self.folder + "/" + name
        forbidden = [
            (file, "the job file"), (file.pathParts.folder + "/" + BatchFolder.name(for: name), "the job log"),
            (try (home + "/recordings").resolvedPath(), "the library of recordings"),
        ]
    }

    /// Returns the jobs of a file, in its order.
    /// - Throws: `JobFileError`, `FileSystemError`, `PresetError`, `DocumentError`.
    static func jobs(of file: JobFile, root: String?) throws -> [Job] {
        var expansion = try JobExpansion(file.path, root: root)
        for entry in file.entries { try expansion.add(entry) }
        return expansion.jobs
    }

    private mutating func add(_ entry: JobEntry) throws {
        let preset = try preset(entry)
        let edit = try edit(entry)
        for (source, name) in try sources(entry) {
            guard jobs.count < JobFile.maxJobs else {
                throw entry.object.error("this makes more than \(JobFile.maxJobs) jobs; split the file")
            }
            let output = try output(entry, name: name, preset: preset)
            let line = entry.object.line
            if let other = lines.updateValue(line, forKey: output.pathBytes) {
                throw entry.object.error(
                    "\(shortened(output)) is the output of two jobs, here and in line \(other); "
                        + "{name} in “output” makes them differ",
                    at: "output")
            }
            var options = entry.options
            options.captions = options.captions.map(path)
            jobs.append(
                Job(
                    id: try ContentHash.of(output.pathBytes), number: jobs.count, name: name, source: source,
                    edit: edit, preset: preset, options: options, output: output, root: root, limits: entry.limits,
                    chunkMilliseconds: try chunk(of: entry, with: preset), line: line))
        }
    }

    private func chunk(of entry: JobEntry, with preset: Preset) throws -> Int64? {
        guard let length = entry.chunkLength else { return nil }
        if let what = preset.otherThanMP4 {
            throw entry.object.error("“chunk” is for MP4 files; “\(preset.name)” makes \(what)", at: "chunk")
        }
        return length.converted(to: 1000, rounding: .nearest).value
    }

    // MARK: What is exported

    private mutating func sources(_ entry: JobEntry) throws -> [(Job.Source, name: String)] {
        switch entry.source {
        case .movie(let pattern):
            return try movies(matching: pattern, for: entry).map { (.movie($0), entry.name ?? Self.stem($0)) }
        case .recording(let pattern) where pattern.isPattern:
            let all = try recordings ?? library.recordings()
            recordings = all
            let named = all.filter { $0.displayName.hasSameBytes(as: pattern) }
            let found =
                named.isEmpty
                ? all.filter { $0.id.description.fits(pattern) || $0.displayName.fits(pattern) } : named
            guard !found.isEmpty else { throw entry.object.error("no recording matches “\(pattern)”", at: "recording") }
            return found.map { (.recording($0.id.description, home: home), entry.name ?? $0.displayName) }
        case .recording(let reference):
            // If the recording does not exist, its job fails when it runs, and the others are done.
            let found = try? library.recording(matching: reference)
            return [
                (
                    .recording(found?.id.description ?? reference, home: home),
                    entry.name ?? found?.displayName ?? reference
                )
            ]
        }
    }

    /// Returns the movies that match a pattern. A file with exactly that name takes precedence over the pattern.
    /// Wildcards in the job file's folder have no effect.
    private func movies(matching pattern: String, for entry: JobEntry) throws -> [String] {
        let literal = path(pattern)
        guard pattern.isPattern, access(literal.cPath, F_OK) != 0 else { return [literal] }
        var found = glob_t()
        defer { globfree(&found) }
        let whole = pattern.isAbsolutePath ? pattern : folder.asPattern + "/" + pattern
        guard glob(whole.cPath, 0, nil, &found) == 0 else {
            throw entry.object.error("no file matches “\(pattern)”", at: "movie")
        }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(path: $0).normalizedPath } }
    }

    private static func stem(_ path: String) -> String {
        let name = path.pathParts.name
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    // MARK: How

    private mutating func preset(_ entry: JobEntry) throws -> Preset {
        let overrides = try entry.overrides.map { try $0.plain.text }
        let key = entry.preset.pathBytes + [0] + (overrides ?? "").utf8
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
            guard entry.preset.hasByte("/") || entry.preset.hasSuffix(".json") else { return try .named(entry.preset) }
            return try .read(path(entry.preset))
        } catch {
            throw entry.object.error("\(error)", at: "preset")
        }
    }

    private func edit(_ entry: JobEntry) throws -> JobEdit {
        switch entry.edit {
        case .own: return .own
        case .edit(let edit): return edit.withImages(path)
        case .file(let file):
            do {
                let history = try Self.document(path(file)).history
                return .operations(history.operations)
            } catch {
                throw entry.object.error("\(error)", at: "edit")
            }
        }
    }

    private static func document(_ path: String) throws -> EditDocument {
        let (folder, name) = path.pathParts
        return try Directory.open(folder).read(EditDocument.self, named: name)
    }

    // MARK: Where to

    private func output(_ entry: JobEntry, name: String, preset: Preset) throws -> String {
        var output = ""
        var rest = (entry.output ?? "{name}-{preset}\(preset.fileSuffix)")[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            output += rest[..<open]
            guard let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}")) else { break }
            output += try filling(rest[rest.utf8.index(after: open)..<close], for: entry, name: name, preset: preset)
            rest = rest[rest.utf8.index(after: close)...]
        }
        let path = try checked(output + rest, of: entry)
        do throws(ExportError) {
            try preset.check(output: output + rest)
        } catch {
            throw entry.object.error("“output”: \(error)", at: "output")
        }
        return path
    }

    private func filling(
        _ word: Substring, for entry: JobEntry, name: String, preset: Preset
    ) throws -> String {
        switch word {
        // The user may have named a recording with a slash.
        case "name": name.asFileName
        case "number": "\(jobs.count + 1)"
        case "preset": preset.name.asFileName
        default:
            throw entry.object.error("“output” has {\(word)}; it can have {name}, {number} and {preset}", at: "output")
        }
    }

    private func checked(_ output: String, of entry: JobEntry) throws -> String {
        guard !output.hasByte("\0") else { throw entry.object.error("“output” has a zero byte", at: "output") }
        let absolute = (output.isAbsolutePath ? output : root + "/" + output).normalizedPath
        // Folders below the root are never reached through a link, so comparing names is sufficient.
        if let place = forbidden.first(where: { absolute.isPath(inside: $0.path) || absolute.hasSameBytes(as: $0.path) }
        ) {
            throw entry.object.error("the output \(output) is \(place.what), or is inside it", at: "output")
        }
        guard absolute.isPath(inside: root) else {
            throw entry.object.error(
                "the output \(output) is outside of \(root); --root sets another folder for outputs", at: "output")
        }
        return absolute
    }

    private func shortened(_ output: String) -> String {
        output.isPath(inside: root) && root != "/"
            ? String(Substring(output.utf8.dropFirst(root.utf8.count + 1))) : output
    }

    // MARK: Paths

    private func path(_ text: String) -> String {
        (text.isAbsolutePath ? text : folder + "/" + text).normalizedPath
    }

    private static func absolute(_ path: String) throws -> String {
        (path.isAbsolutePath ? path : try ".".resolvedPath() + "/" + path).normalizedPath
    }
}

extension String {
    fileprivate var isPattern: Bool { utf8.contains { Array("*?[".utf8).contains($0) } }

    fileprivate func fits(_ pattern: String) -> Bool { fnmatch(pattern.cPath, cPath, 0) == 0 }

    /// A pattern that matches only this text.
    fileprivate var asPattern: String {
        let bytes = utf8.flatMap { Array("*?[]\\".utf8).contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text without slashes and zero bytes, because the name of a recording may contain them.
    fileprivate var asFileName: String {
        String(decoding: utf8.map { $0 == 0 || $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    }
}
