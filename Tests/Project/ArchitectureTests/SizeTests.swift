import Testing

@Suite struct SizeTests {
    @Test("No target of Sources has more than 80 Swift files")
    func targets() throws {
        for target in try SourceTree.targets where target.root == "Sources" {
            #expect(target.files.count <= 80, "\(target.name) has \(target.files.count)")
        }
    }

    @Test("No file of Sources has more than 400 lines")
    func files() throws {
        for target in try SourceTree.targets where target.root == "Sources" {
            for file in target.files {
                #expect(file.lines.count <= 401, "\(file.name) has \(file.lines.count)")
            }
        }
    }
}
