import CLinux
import Glibc

/// The resident code pages of the process. FFmpeg brings about 190 libraries. Most of the pages resident at first were
/// used only at start-up, by the loader, the negotiation with servers, or the reading of headers.
package enum ResidentText {
    /// Drops the pages of all read-only segments that are loaded from files. Any thread can load a page again from its
    /// file, at a cost of some hundred minor faults in all. Otherwise the kernel counts the pages until memory is
    /// needed elsewhere. Breakpoints that a debugger has set in these pages are lost.
    ///
    /// The segments come from the loader (dl_iterate_phdr(3)). To read and parse `/proc/self/smaps` instead took a
    /// fifth of the CPU time of a short export.
    package static func giveBack() {
        dl_iterate_phdr(
            { object, _, _ in
                if let object { LoadedObject(object.pointee).giveBackText() }
                return 0
            }, nil)
    }
}

/// A loaded program or library, described by its ELF headers (elf(5)).
private struct LoadedObject {
    private let base: UInt
    private let headers: UnsafeBufferPointer<Elf64_Phdr>

    init(_ object: dl_phdr_info) {
        base = UInt(object.dlpi_addr)
        headers = UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
    }

    func giveBackText() {
        // The loader has written into the code of objects with text relocations.
        if hasTextRelocations { return }
        let page = UInt(getpagesize())
        for header in headers where header.p_type == UInt32(PT_LOAD) && header.p_flags & UInt32(PF_W) == 0 {
            // In memory, no page contains two segments, although a page of the file may.
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
