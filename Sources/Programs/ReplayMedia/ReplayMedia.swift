import ReplayCommands
import ReplayImporter
import Workers

@main
enum ReplayMedia {
    static func main() {
        if CommandLine.arguments.dropFirst().first == Worker.argument { Worker.run([ImportTask.self]) }
        ReplayCommand.runProgram()
    }
}
