import Foundation

/// A private Slurm cluster of two nodes, all on 127.0.0.1, with its own munged. It ends with this object, or with the
/// test process, and does not need root.
public final class SlurmCluster {
    /// The names of the nodes. Each node runs one task at a time.
    public static let nodes = ["node1", "node2"]

    /// The folder of the cluster's files. `SLURM_CONF` names the configuration in it.
    public var folder: URL { directory.url }
    private let directory: TemporaryDirectory
    private var munge: ServerProcess?
    private var controller: ServerProcess?
    private var daemons: [String: ServerProcess] = [:]

    /// Starts a cluster, and returns when all nodes accept jobs.
    /// - Parameter arraySize: The value of `MaxArraySize`.
    /// - Throws: ``ServerError`` if the cluster is not ready within ``WaitLimit``.
    public init(arraySize: Int = 1001) throws {
        directory = try TemporaryDirectory("slurm")
        for name in ["state"] + Self.nodes {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
        }
        let configuration = try SlurmConfiguration(folder: folder.path, arraySize: arraySize)
        try configuration.text.write(to: folder.appending(path: "slurm.conf"), atomically: true, encoding: .utf8)
        try startMunge()
        try startController()
        for node in Self.nodes { try startNode(node) }
    }

    /// The environment of this process, with `SLURM_CONF` set to this cluster.
    public var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["SLURM_CONF": folder.path + "/slurm.conf"]) { $1 }
    }

    // MARK: Its parts

    /// Starts a controller, and returns when it answers.
    public func startController() throws {
        controller = try server(["slurmctld", "-D"])
        try wait("a controller that answers") { (try? run("squeue")) != nil }
    }

    /// Kills the controller.
    /// - Parameter forgets: True if its knowledge of jobs is lost, as after a crash before it has saved its state.
    public func killController(forgets: Bool = false) throws {
        controller?.kill()
        controller = nil
        guard forgets else { return }
        try FileManager.default.removeItem(at: folder.appending(path: "state"))
        try FileManager.default.createDirectory(at: folder.appending(path: "state"), withIntermediateDirectories: false)
    }

    /// Waits until the controller has saved its current state, which it does within five seconds.
    public func awaitSaved() throws {
        let path = folder.path + "/state/job_state"
        func date() -> Date? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
        let begin = Date()
        // The controller may have saved it just before.
        try wait("a saved state") { (date() ?? .distantPast) > begin || begin.timeIntervalSinceNow < -6 }
    }

    /// Resumes the nodes that the controller has taken out of service.
    public func resumeNodes() throws {
        for line in try run("sinfo", "--noheader", "--Node", "--format=%N %T").split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, words[1].hasPrefix("drain") else { continue }
            try run("scontrol", "update", "nodename=\(words[0])", "state=resume")
        }
    }

    /// Starts a node, and returns when it accepts jobs.
    public func startNode(_ name: String) throws {
        daemons[name] = try server(["slurmd", "-D", "-N", name])
        try wait("\(name) to be idle") {
            try run("sinfo", "--noheader", "--nodes=\(name)", "--format=%T").hasPrefix("idle")
        }
    }

    /// Kills a node with all its jobs.
    public func killNode(_ name: String) throws {
        daemons[name]?.send(SIGKILL)
        for process in processes(on: name) {
            kill(process.parent, SIGKILL)
            kill(process.pid, SIGKILL)
        }
        daemons.removeValue(forKey: name)?.stop()
    }

    /// Returns the processes of jobs, on a node or on all.
    public func processes(on node: String? = nil) -> [SlurmProcess] {
        SlurmProcess.all(configuration: folder.path + "/slurm.conf").filter { node == nil || $0.node == node }
    }

    // MARK: What it says

    /// Runs one of Slurm's programs.
    /// - Returns: The program's standard output.
    @discardableResult public func run(_ program: String, _ arguments: String...) throws -> String {
        let outcome = try ChildProcess([program] + arguments, environment: environment).wait()
        guard outcome.status == 0 else { throw ServerError(outcome.errors) }
        return outcome.output
    }

    /// Returns the lines of the queue: `ID_INDEX STATE`, for jobs that have not ended.
    public func queue() throws -> [String] {
        try run("squeue", "--noheader", "--array", "--format=%i %T").split(separator: "\n").map(String.init)
    }

    /// Waits until a condition is true.
    /// - Throws: ``ServerError`` if the condition is not true within ``WaitLimit``.
    public func wait(_ what: String, until isSo: () throws -> Bool) throws {
        let end = Date(timeIntervalSinceNow: Double(WaitLimit.seconds))
        while try !isSo() {
            guard Date() < end else { throw ServerError("There was not \(what) within \(WaitLimit.seconds) s: \(log)") }
            usleep(50_000)
        }
    }

    private var log: String {
        ([controller] + Self.nodes.map { daemons[$0] }).compactMap { server in
            server?.errors.split(separator: "\n").suffix(3).joined(separator: "; ")
        }.joined(separator: "; ")
    }

    // MARK: Servers

    private func startMunge() throws {
        let key = Data((0..<128).map { _ in UInt8.random(in: .min ... .max) })
        let path = folder.path
        _ = FileManager.default.createFile(
            atPath: path + "/munge.key", contents: key, attributes: [.posixPermissions: 0o400])
        munge = try server(
            [
                "munged", "--foreground", "--key-file=\(path)/munge.key", "--socket=\(path)/munge.sock",
                "--pid-file=\(path)/munge.pid", "--seed-file=\(path)/munge.seed", "--log-file=\(path)/munge.log",
            ])
        try wait("a munged") { FileManager.default.fileExists(atPath: path + "/munge.sock") }
    }

    private func server(_ command: [String]) throws -> ServerProcess {
        // The daemons are in a folder that an ordinary user's PATH lacks.
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin"
        return try ServerProcess(command: command, environment: environment.merging(["PATH": path]) { $1 })
    }

    deinit {
        daemons = [:]
        controller = nil
        munge = nil
        // Jobs outlive the daemons.
        for process in processes() {
            kill(process.parent, SIGKILL)
            kill(process.pid, SIGKILL)
        }
    }
}
