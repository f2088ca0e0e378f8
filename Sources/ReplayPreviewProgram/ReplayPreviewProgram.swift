import ReplayCommandLine
import ReplayPreview

@main
enum ReplayPreviewProgram {
    static func main() {}
}
