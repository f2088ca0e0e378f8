/// A row of the table, or a part of one: a pure function from what was loaded to what is wrong with it.
package protocol HLSRule: Sendable {
    func findings(in presentation: Presentation) -> [HLSFinding]
}
