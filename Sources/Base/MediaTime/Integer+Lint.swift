// An initializer here is found before the standard library's of the same signature, so that the compiler, which knows the
// types, warns wherever a floating-point number becomes an integer by a conversion that traps on NaN and on overflow;
// `make check` makes an error of it. `init(exactly:)` and `init(saturating:)` are what to use.

extension FixedWidthInteger {
    /// The nearest integer that is not farther from zero; the limit of the type where the number is beyond it, and 0 for NaN.
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
    /// As the standard library's initializer.
    fileprivate init(truncating value: Double) {
        guard let whole = Self(exactly: value.rounded(.towardZero)) else {
            preconditionFailure("\(value) is not in the range of \(Self.self)")
        }
        self = whole
    }
}
