import CPulse
import ReplaySources

/// The thread of a connection to the audio server, with the lock for the data of that connection.
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

    /// Calls `body` with the lock held, while the thread is stopped. Not for use on the thread itself, which already
    /// has the lock.
    func locked<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        pa_threaded_mainloop_lock(pointer)
        defer { pa_threaded_mainloop_unlock(pointer) }
        return try body()
    }

    /// Releases the lock until the thread calls ``signal()``. The caller must hold the lock.
    func wait() {
        pa_threaded_mainloop_wait(pointer)
    }

    func signal() {
        pa_threaded_mainloop_signal(pointer, 0)
    }

    static var outOfResources: CaptureError {
        CaptureError(
            .outOfResources, reason: "no memory or file descriptor is left for a connection to the audio server")
    }
}
