import CLinux
import Glibc

/// The code of the process that stands in memory. With FFmpeg come some 190 libraries, and most of what is resident of
/// them at first only start-up has used: the loader, the negotiation with servers, the reading of headers.
package enum ResidentText {
    /// Lets go of the pages of all segments that are loaded from files and are not written: each page can be had from its
    /// file again, by whatever thread needs it at the time, at the cost of some hundred minor faults. The kernel would count
    /// them as long as nobody else wants the space. The breakpoints that a debugger has set in them go as well.
    ///
    /// The loader says which they are (dl_iterate_phdr(3)): to read and to parse `/proc/self/smaps` took a fifth of the CPU of
    /// a short export.
    package static func giveBack() {
        dl_iterate_phdr(
            { object, _, _ in
                if let object { LoadedObject(object.pointee).giveBackText() }
                return 0
            }, nil)
    }
}

/// A program or a library in memory, by its ELF headers: elf(5).
private struct LoadedObject {
    private let base: UInt
    private let headers: UnsafeBufferPointer<Elf64_Phdr>

    init(_ object: dl_phdr_info) {
        base = UInt(object.dlpi_addr)
        headers = UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
    }

    func giveBackText() {
        // The loader has written into the text of these.
        if hasTextRelocations { return }
        let page = UInt(getpagesize())
        for header in headers where header.p_type == UInt32(PT_LOAD) && header.p_flags & UInt32(PF_W) == 0 {
            // No page holds two segments in memory, though one of the file may.
            let start = (base + UInt(header.p_vaddr)) / page * page
            let end = base + UInt(header.p_vaddr + header.p_memsz)
            madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
        }
    }

    private var hasTextRelocations: Bool {
        guard let header = headers.first(where: { $0.p_type == UInt32(PT_DYNAMIC) }),
            var entry = UnsafePointer<Elf64_Dyn>(bitPattern: base + UInt(header.p_vaddr))
        else { return false }
        while entry.pointee.d_tag != DT_NULL {
            if entry.pointee.d_tag == DT_TEXTREL { return true }
            if entry.pointee.d_tag == DT_FLAGS, entry.pointee.d_un.d_val & UInt64(DF_TEXTREL) != 0 { return true }
            entry += 1
        }
        return false
    }
}
