import Glibc

/// A reply or an event of the X server, which libxcb allocated.
struct XReply<Body>: ~Copyable {
    let pointer: UnsafeMutablePointer<Body>

    init(_ pointer: UnsafeMutablePointer<Body>) {
        self.pointer = pointer
    }

    deinit {
        free(pointer)
    }

    /// The fixed part.
    var body: Body { pointer.pointee }
}
