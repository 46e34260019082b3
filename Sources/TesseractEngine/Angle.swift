import Glibc

/// The angle of a direction, degrees, clockwise positive since y runs downwards; 0 for no direction at all.
func angleInDegrees(dx: Double, dy: Double) -> Double {
    dx == 0 && dy == 0 ? 0 : atan2(dy, dx) * 180 / .pi
}
