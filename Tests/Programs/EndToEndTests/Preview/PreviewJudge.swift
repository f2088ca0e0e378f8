import Foundation
import ReplayTestSupport

/// A program in Scripts/judges that uses the page of `replay preview` in a browser, and prints its findings as JSON.
struct PreviewJudge {
    private static let judges = ProjectFolder.url.appending(path: "Scripts/judges")
    /// The folder for screenshots of the page, for people to look at.
    static let screenshots = ProjectFolder.path(".build/preview-screenshots")

    static let preview = PreviewJudge(script: "preview-in-chromium", browser: "chromium")
    static let firefox = PreviewJudge(script: "preview-in-firefox", browser: "firefox-esr", hasPackages: false)
    static let session = PreviewJudge(script: "session-in-chromium", browser: "chromium")
    static let broadcast = PreviewJudge(script: "broadcast-in-chromium", browser: "chromium")
    static let comments = PreviewJudge(script: "edit-comments-in-chromium", browser: "chromium")
    static let axe = PreviewJudge(script: "axe-in-chromium", browser: "chromium")
    static let effects = PreviewJudge(script: "effects-in-chromium", browser: "chromium")
    static let conditions = PreviewJudge(script: "conditions-in-chromium", browser: "chromium")
    static let events = PreviewJudge(script: "events-in-chromium", browser: "chromium")
    static let together = PreviewJudge(script: "together-in-chromium", browser: "chromium")
    static let matrix = PreviewJudge(script: "matrix-in-chromium", browser: "chromium")

    private let path: String
    /// True if the browser and the packages that the judge needs from PyPI are available.
    let isThere: Bool

    private init(script: String, browser: String, hasPackages: Bool = true) {
        let path = Self.judges.appending(path: script).path
        self.path = path
        let hasBrowser = ["/usr/bin", "/usr/local/bin"]
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(browser)") }
        isThere = hasBrowser && (!hasPackages || (try? ChildProcess([path]).wait().status) == 0)
    }

    /// Returns the findings in a place.
    /// - Parameter plan: The input, which is passed as JSON.
    func found<Found: Decodable>(_ plan: some Encodable, in place: Workplace) throws -> Found {
        let file = place.path("plan.json")
        try JSONEncoder().encode(plan).write(to: URL(filePath: file))
        let judge = try place.start(command: [path, file]).wait(limit: 600)
        guard judge.status == 0 else { throw ServerError("\(path) ended with \(judge.status): \(judge.errors)") }
        return try judge.json(Found.self)
    }
}

/// A running `replay preview` that opens no browser.
final class RunningPreview {
    private struct Line: Decodable { let address: String }

    let process: ChildProcess
    /// The page's address with its token, which the command prints.
    let address: String

    init(in place: Workplace) throws {
        process = try place.start("preview", "--no-open", "--json")
        address = try JSONDecoder().decode(Line.self, from: Data(process.nextLine().utf8)).address
    }

    /// Ends the server as Ctrl+C does.
    func stop() throws {
        process.send(SIGINT)
        _ = try process.wait()
    }

    deinit { process.send(SIGINT) }
}

extension BarcodePlacement {
    /// The placement in the form that the judges in browsers read.
    struct Plan: Encodable { let canvasWidth, canvasHeight, x, y, cellSize: Int }

    var plan: Plan { Plan(canvasWidth: canvasWidth, canvasHeight: canvasHeight, x: x, y: y, cellSize: cellSize) }
}
