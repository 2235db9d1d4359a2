// SPDX-License-Identifier: Apache-2.0
import CoreLocation
import Testing

/// The ways between locations on the earth.
struct DistanceTests {
  private func degrees(_ degrees: Double, _ minutes: Double, _ seconds: Double) -> Double {
    (abs(degrees) + minutes / 60 + seconds / 3600) * (degrees < 0 ? -1 : 1)
  }

  /// Flinders Peak and Buninyon, of the technical manual of Australia's datum GDA: 54,972.271 m.
  @Test func `A distance is that of the published example, in both directions`() {
    let peak = CLLocation(latitude: degrees(-37, 57, 3.72030), longitude: degrees(144, 25, 29.52440))
    let hill = CLLocation(latitude: degrees(-37, 39, 10.15610), longitude: degrees(143, 55, 35.38390))
    #expect(abs(peak.distance(from: hill) - 54_972.271) < 0.001)
    #expect(abs(hill.distance(from: peak) - 54_972.271) < 0.001)
  }

  @Test func `Every pair of places has a distance`() {
    let place = CLLocation(latitude: 0, longitude: 0)
    #expect(place.distance(from: place) == 0)
    // A degree of the equator, a quarter of a meridian, and the other side of the earth, which no formula of the ellipsoid reaches.
    #expect(abs(place.distance(from: CLLocation(latitude: 0, longitude: 1)) - 111_319.491) < 0.001)
    #expect(abs(place.distance(from: CLLocation(latitude: 90, longitude: 0)) - 10_001_965.729) < 0.001)
    let opposite = place.distance(from: CLLocation(latitude: 0.3, longitude: 179.7))
    #expect((19_900_000...20_020_000).contains(opposite))
    #expect(place.distance(from: CLLocation(latitude: .nan, longitude: 0)).isNaN)
  }

  @Test func `What is not known of a movement is below zero`() {
    let place = CLLocation(latitude: 1, longitude: 2)
    #expect(place.speed < 0 && place.course < 0 && place.speedAccuracy < 0 && place.courseAccuracy < 0)
    let moving = CLLocation(
      coordinate: place.coordinate, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: -1, course: 90, speed: 12,
      timestamp: .now)
    #expect(moving.course == 90 && moving.speed == 12)
  }
}
