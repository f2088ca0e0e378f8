import ReplayCommands
import ReplayImporter
import ReplayMovie
import Workers

@main
enum ReplayMedia {
    static func main() {
        if CommandLine.arguments.dropFirst().first == Worker.argument {
            Worker.run([ImportTask.self, OutlineTask.self, ImageTask.self, DecodingTask.self])
        }
        ReplayCommand.runProgram()
    }
}
