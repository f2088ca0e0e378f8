/// The rounding of an exact time to coarser ticks.
public enum Rounding: Hashable, Sendable {
    /// Towards negative infinity.
    case down
    /// Towards positive infinity.
    case up
    /// To the nearest tick; halves round away from zero.
    case nearest
}

extension Rounding {
    /// Returns `dividend / divisor`, rounded. The divisor must be positive.
    package func quotient(_ dividend: Int128, by divisor: Int128) -> Int128 {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        switch self {
        case .down: return remainder < 0 ? quotient - 1 : quotient
        case .up: return remainder > 0 ? quotient + 1 : quotient
        case .nearest:
            // Compared with the rest of the divisor, because twice the remainder could overflow.
            let isHalfOrMore = remainder.magnitude >= divisor.magnitude - remainder.magnitude
            return isHalfOrMore ? quotient + remainder.signum() : quotient
        }
    }
}
