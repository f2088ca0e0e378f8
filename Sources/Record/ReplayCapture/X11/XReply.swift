import Glibc

/// A reply, an event or an error of the X server in memory that libxcb allocated.
struct XReply<Body>: ~Copyable {
    let pointer: UnsafeMutablePointer<Body>

    init(_ pointer: UnsafeMutablePointer<Body>) {
        self.pointer = pointer
    }

    deinit {
        free(pointer)
    }

    /// The fixed part of the reply.
    var body: Body { pointer.pointee }
}
