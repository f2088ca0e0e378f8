import Foundation
import ReplayErrors
import ReplayTestSupport
import Testing

@testable import ReplayBatch

/// Checks the text given to Slurm's programs and to the shell, and the text they print.
@Suite struct SlurmTextTests {
    @Test("Only queue entries with our name are ours, and ended ones are left out")
    func queue() throws {
        let name = SlurmTrial.name
        let earlier = try SlurmJobName(folder: "/jobs.batch", run: "before").text
        let queue = SlurmQueue(
            """
            7|0|RUNNING|None|3|\(name.text)
            7|1|PENDING|Resources|3|\(name.text)
            7|2|COMPLETED|None|3|\(name.text)
            8|N/A|PENDING|Dependency|4|\(name.text)
            9|0|SOMETHING_NEW|None|5|\(name.text)
            1|0|RUNNING|None|3|another|\(name.text)
            2|0|RUNNING|None|0|\(earlier)
            3|0|CANCELLED|None|0|\(earlier)0
            4|0|RUNNING|None|x|\(name.text)
            nonsense
            """, name: name)
        #expect(queue.entries.count == 4)
        #expect(queue.entries[SlurmArrayIndex(submission: 3, index: 0)]?.state == .running)
        #expect(queue.entries[SlurmArrayIndex(submission: 3, index: 1)]?.state == .waiting)
        #expect(queue.entries[SlurmArrayIndex(submission: 4, index: 0)]?.id == "8")
        #expect(queue.entries[SlurmArrayIndex(submission: 5, index: 0)]?.state == .running)
        #expect(queue.otherNames == [earlier])
    }

    @Test("Two batches have different names, and two runs of one")
    func names() throws {
        let name = SlurmTrial.name
        let other = try SlurmJobName(folder: "/other.batch", run: "now")
        #expect(!name.isOfSameBatch(other.text))
        #expect(name.isOfSameBatch(try SlurmJobName(folder: "/jobs.batch", run: "later").text))
    }

    @Test("What sbatch prints is an id, alone or with the cluster’s name")
    func ids() {
        #expect(SlurmSubmission.id(in: "12\n") == "12")
        #expect(SlurmSubmission.id(in: "a warning\n12;west\n") == "12")
        #expect(SlurmSubmission.id(in: "") == nil)
        #expect(SlurmSubmission.id(in: "Submitted batch job\n") == nil)
    }

    @Test("The largest array is found in what scontrol prints")
    func arraySize() {
        #expect(SlurmClient.arraySize(in: "A = 1\nMaxArraySize            = 1001\nB = 2\n") == 1001)
        #expect(SlurmClient.arraySize(in: "MaxArraySize = 0\n") == 0)
        #expect(SlurmClient.arraySize(in: "Nothing\n") == nil)
    }

    @Test(
        "A shell reads a quoted word as it was",
        arguments: ["plain", "", "a b", "it's", "$HOME `x` \"y\" \\ *", "a\nb", "-n"])
    func quoting(_ word: String) throws {
        #expect(try shell("printf %s \(ShellWord.quoted(word))") == word)
    }

    @Test("The script becomes the program of its task, whatever paths are called, and its complaints are found")
    func script() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "re'play $HOME \(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = folder + "/pro gram"
        try "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$(dirname \"$0\")/seen\"; echo first >&2; echo 'the end' >&2\n"
            .appending("echo '{\"done\":\"2/1\",\"total\":\"8/1\"}'; printf '{\"done\":'\n")
            .write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let files = try SlurmFolder(folder + "/work")
        let script = SlurmScript(program: program, jobFile: folder + "/jobs.json", folder: files.path)
        let submission = SlurmSubmission(
            number: 3, tasks: [.whole(4), BatchTask(job: 5, part: .chunk(6))], limits: JobLimits())
        try files.write(script.tasks(submission), of: 3)
        _ = try shell(
            "SLURM_ARRAY_TASK_ID=1; export SLURM_ARRAY_TASK_ID; sh -c \(ShellWord.quoted(script.text(submission)))")
        let seen = try String(contentsOfFile: folder + "/seen", encoding: .utf8)
        let words = ["batch", "\(folder)/jobs.json", "--job", "5", "--chunk", "6", "--json"]
        #expect(seen.split(separator: "\n").map(String.init) == words)
        #expect(files.progress(at: SlurmArrayIndex(submission: 3, index: 1)) == 0.25)
        #expect(files.progress(at: SlurmArrayIndex(submission: 3, index: 0)) == nil)
        #expect(files.lastComplaint(at: SlurmArrayIndex(submission: 3, index: 1)) == "the end")
        #expect(files.lastComplaint(at: SlurmArrayIndex(submission: 3, index: 0)) == nil)
    }

    private func shell(_ command: String) throws -> String {
        try ChildProcess(["/bin/sh", "-c", command]).wait().output
    }
}
