import CPulse
import ReplaySources

/// The thread of a connection to the audio server, and the lock that guards what belongs to it.
final class PulseLoop {
    let pointer: OpaquePointer

    init() throws(CaptureError) {
        guard let pointer = pa_threaded_mainloop_new() else { throw Self.outOfResources }
        pa_threaded_mainloop_set_name(pointer, "audio")
        guard pa_threaded_mainloop_start(pointer) == 0 else {
            pa_threaded_mainloop_free(pointer)
            throw Self.outOfResources
        }
        self.pointer = pointer
    }

    deinit {
        pa_threaded_mainloop_stop(pointer)
        pa_threaded_mainloop_free(pointer)
    }

    var api: UnsafeMutablePointer<pa_mainloop_api>? { pa_threaded_mainloop_get_api(pointer) }

    /// Calls `body` while the thread rests. Not for the thread itself, which has the lock.
    func locked<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        pa_threaded_mainloop_lock(pointer)
        defer { pa_threaded_mainloop_unlock(pointer) }
        return try body()
    }

    /// Lets the thread run until it calls ``signal()``. The lock is held.
    func wait() {
        pa_threaded_mainloop_wait(pointer)
    }

    func signal() {
        pa_threaded_mainloop_signal(pointer, 0)
    }

    static var outOfResources: CaptureError {
        CaptureError(.outOfResources, "no memory or file is left for a connection to the audio server")
    }
}
