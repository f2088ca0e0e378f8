import Glibc
import ReplayCast

@main
enum ReplayCastProgram {
    static func main() { exit(CastMain.run()) }
}
