import Files
import Glibc

/// The processes that a process has started, with those that they have started in turn.
enum ProcessTree {
    /// Returns the processes below a process, without those that have ended.
    static func descendants(of root: pid_t) -> [pid_t] {
        var children: [pid_t: [pid_t]] = [:]
        for process in processes() {
            if let parent = parent(of: process) { children[parent, default: []].append(process) }
        }
        var (found, rest) = ([pid_t](), children[root] ?? [])
        while let next = rest.popLast() {
            found.append(next)
            rest += children[next] ?? []
        }
        return found
    }

    private static func processes() -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [pid_t] = []
        while let entry = readdir(folder) {
            let number = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { strtol($0, nil, 10) }
            }
            if number > 0, let process = pid_t(exactly: number) { found.append(process) }
        }
        return found
    }

    /// Returns the parent of a process; nil if the process has ended. See proc(5): the state and the parent follow the
    /// last parenthesis.
    private static func parent(of process: pid_t) -> pid_t? {
        let text = ProcessFile.contents("/proc/\(process)/stat")
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 1, fields[0].first != UInt8(ascii: "Z") else { return nil }
        return pid_t(String(decoding: fields[1], as: UTF8.self))
    }
}

/// A file of proc(5).
enum ProcessFile {
    /// Returns the first 4 KB of a file. Empty if the process has ended.
    static func contents(_ path: String) -> [UInt8] {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, Glibc.read(file, buffer.baseAddress, 4096))
        }
    }
}
