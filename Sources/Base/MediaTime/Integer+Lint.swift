// The conversions from floating point to integers trap on NaN and overflow. The compiler prefers the initializers here
// to those of the standard library with the same signature, and warns about each use. `make check` turns the warning
// into an error. Use `init(exactly:)` or `init(saturating:)` instead.

extension FixedWidthInteger {
    /// Rounds a number towards zero and clamps it to the range of the type. NaN becomes 0.
    package init(saturating value: Double) {
        let whole = value.rounded(.towardZero)
        self = Self(exactly: whole) ?? (whole.isNaN ? 0 : whole < 0 ? .min : .max)
    }
}

extension Int {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension Int8 {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension Int16 {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension Int32 {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension Int64 {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension UInt {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension UInt8 {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension UInt16 {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension UInt32 {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension UInt64 {
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Double) { self.init(truncating: value) }
    @available(*, deprecated, message: "traps on NaN and overflow: use init(exactly:) or init(saturating:)")
    package init(_ value: Float) { self.init(truncating: Double(value)) }
}

extension FixedWidthInteger {
    /// Converts as the standard library's initializer does: rounds towards zero, and traps on NaN and overflow.
    fileprivate init(truncating value: Double) {
        guard let whole = Self(exactly: value.rounded(.towardZero)) else {
            preconditionFailure("\(value) is not in the range of \(Self.self)")
        }
        self = whole
    }
}
