import Workers

/// A worker that tries to leave its sandbox.
@main
enum ReplayProbe {
    static func main() { Worker.run([ProbeTask.self]) }
}
