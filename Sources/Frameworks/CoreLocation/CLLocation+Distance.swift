// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CLLocation {
  /// Measures the way to another location along the earth's surface, whatever their altitudes.
  ///
  /// - Parameter location: The other location.
  /// - Returns: The distance in metres; not a number where a coordinate is none.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    Geodesic.distance(coordinate, location.coordinate)
  }
}

/// The shortest ways on the ellipsoid of WGS 84.
enum Geodesic {
  private static let equator = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563

  /// T. Vincenty's inverse formula (Survey Review, 1975). Almost opposite points, for which it finds no end, are measured on a sphere of the
  /// earth's mean radius.
  static func distance(_ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D) -> Double {
    let (first, second) = (reduced(from.latitude), reduced(to.latitude))
    let difference = (to.longitude - from.longitude) * .pi / 180
    var lambda = difference
    for _ in 0..<100 {
      let (sine, cosine) = (sin(lambda), cos(lambda))
      let across = cos(second) * sine
      let along = cos(first) * sin(second) - sin(first) * cos(second) * cosine
      let sineSigma = (across * across + along * along).squareRoot()
      if sineSigma == 0 { return 0 }
      let cosineSigma = sin(first) * sin(second) + cos(first) * cos(second) * cosine
      let sigma = atan2(sineSigma, cosineSigma)
      let sineAlpha = cos(first) * cos(second) * sine / sineSigma
      let cosineSquared = 1 - sineAlpha * sineAlpha
      // Along the equator there is no such angle.
      let middle = cosineSquared == 0 ? 0 : cosineSigma - 2 * sin(first) * sin(second) / cosineSquared
      let c = flattening / 16 * cosineSquared * (4 + flattening * (4 - 3 * cosineSquared))
      let before = lambda
      let inner = middle + c * cosineSigma * (2 * middle * middle - 1)
      lambda = difference + (1 - c) * flattening * sineAlpha * (sigma + c * sineSigma * inner)
      if abs(lambda - before) < 1e-12 {
        return length(sigma, sineSigma, cosineSigma, middle, cosineSquared)
      }
    }
    return onSphere(from, to)
  }

  private static func reduced(_ latitude: Double) -> Double { atan((1 - flattening) * tan(latitude * .pi / 180)) }

  private static func length(
    _ sigma: Double, _ sine: Double, _ cosine: Double, _ middle: Double, _ cosineSquared: Double
  ) -> Double {
    let pole = equator * (1 - flattening)
    let u = cosineSquared * (equator * equator - pole * pole) / (pole * pole)
    let a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
    let b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
    let first = cosine * (2 * middle * middle - 1)
    let second = b / 6 * middle * (4 * sine * sine - 3) * (4 * middle * middle - 3)
    return pole * a * (sigma - b * sine * (middle + b / 4 * (first - second)))
  }

  private static func onSphere(_ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D) -> Double {
    let (first, second) = (from.latitude * .pi / 180, to.latitude * .pi / 180)
    let across = sin((to.longitude - from.longitude) * .pi / 360)
    let half = pow(sin((second - first) / 2), 2) + cos(first) * cos(second) * across * across
    return 2 * 6_371_008.8 * asin(min(half.squareRoot(), 1))
  }
}
