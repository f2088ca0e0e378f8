import Glibc
import ReplayRecorder

@main
enum ReplayDaemon {
    static func main() { exit(RecorderMain.run()) }
}
