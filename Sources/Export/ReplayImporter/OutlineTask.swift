package import Files
package import ReplayLibrary
package import Workers

/// The reading of a movie's header in a sandbox.
package struct OutlineTask: WorkerTask {
    package static let name = "outline"

    /// The path of the movie.
    let path: String

    /// The result. The errors are those that callers distinguish.
    package enum Output: Codable, Sendable {
        case read(MovieOutline)
        case unusable(MovieError)
        case inaccessible(FileSystemError)
    }

    package static func prepare() {}

    package func run(in worker: WorkerConnection) throws -> Output {
        do {
            return .read(try MovieOutline(of: path))
        } catch let error as MovieError {
            return .unusable(error)
        } catch let error as FileSystemError {
            return .inaccessible(error)
        }
    }

    /// Runs the task in a worker.
    /// - Parameter program: The path of a program that calls `Worker.run`.
    func run(by program: String) throws -> Output {
        var grants = FileGrants()
        grants.grant(path, for: .reading)
        let worker = try WorkerProcess(
            self, program: program, operation: "read \(path)", limits: WorkerLimits(inputSize: 0), grants: grants)
        let output = try worker.run()
        // A process that a movie has taken over may have said anything.
        if case .read(let outline) = output, !outline.isPossible {
            return .unusable(MovieError(path: path, reason: .damaged))
        }
        return output
    }
}
