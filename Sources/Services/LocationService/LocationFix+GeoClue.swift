// SPDX-License-Identifier: Apache-2.0
package import AccessModel
package import MessageBus

extension LocationFix {
  /// The number below every place that stands for an altitude that is not known.
  private static let lowest = -20_000.0

  /// Reads the properties of a location of GeoClue's; nil where they are no place.
  package init?(geoClue values: [String: BusValue], now: Int64) {
    guard let latitude = values["Latitude"]?.double, let longitude = values["Longitude"]?.double,
      let accuracy = values["Accuracy"]?.double
    else { return nil }
    let altitude = values["Altitude"]?.double.flatMap { $0 > Self.lowest ? $0 : nil }
    self.init(
      latitude: latitude, longitude: longitude, accuracy: accuracy, altitude: altitude,
      time: Self.time(values["Timestamp"]) ?? now)
  }

  /// Reads a time: seconds and microseconds since 1970, which may be zero.
  private static func time(_ value: BusValue?) -> Int64? {
    guard let parts = value?.elements, parts.count == 2, let seconds = parts[0].integer,
      let microseconds = parts[1].integer, (1...253_402_300_799).contains(seconds),
      (0..<1_000_000).contains(microseconds)
    else { return nil }
    return Int64(seconds * 1000 + microseconds / 1000)
  }
}
