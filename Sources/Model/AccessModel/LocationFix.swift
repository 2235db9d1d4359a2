// SPDX-License-Identifier: Apache-2.0

/// A location of this computer, as an app is told it.
package struct LocationFix: Sendable, Equatable {
  /// Degrees.
  package let latitude: Double
  package let longitude: Double
  /// Metres around it.
  package let accuracy: Double
  /// Metres above the sea; nil where nobody knows.
  package let altitude: Double?
  /// Milliseconds since 1970, when it was found out.
  package let time: Int64
  /// Whether the location is rounded, because the app may not know it exactly.
  package let isReduced: Bool

  package init?(
    latitude: Double, longitude: Double, accuracy: Double, altitude: Double? = nil, time: Int64, isReduced: Bool = false
  ) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude), accuracy.isFinite, accuracy >= 0,
      altitude?.isFinite ?? true
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
    self.altitude = altitude
    self.time = time
    self.isReduced = isReduced
  }

  /// The accuracy of a reduced location in metres. With fewer than three decimals, a location is a coarse one:
  /// `NSPrivacyCollectedDataTypePreciseLocation`.
  package static let reducedAccuracy = 5000.0
  private static let step = 0.05

  /// The middle of a square of about five kilometres. The same square gives the same answer each time, so that asking often
  /// tells no more than asking once.
  package var reduced: LocationFix {
    func middle(_ degrees: Double, _ limit: Double) -> Double {
      let middle = (degrees / Self.step).rounded(.down) * Self.step + Self.step / 2
      return min(max((middle * 1000).rounded() / 1000, -limit), limit)
    }
    return LocationFix(
      reducing: self, latitude: middle(latitude, 90), longitude: middle(longitude, 180))
  }

  private init(reducing other: LocationFix, latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
    accuracy = max(other.accuracy, Self.reducedAccuracy)
    altitude = nil
    // When somebody moved is told by the time of a fix: a quarter of an hour hides it.
    time = other.time - other.time % 900_000
    isReduced = true
  }
}
