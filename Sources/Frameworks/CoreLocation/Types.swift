// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres; negative where a value is not known.
public typealias CLLocationAccuracy = Double
/// Metres a second; negative where it is not known.
public typealias CLLocationSpeed = Double
/// Degrees from true north; negative where it is not known.
public typealias CLLocationDirection = Double
/// Degrees; negative where a value is not known.
public typealias CLLocationDirectionAccuracy = Double
/// Metres a second; negative where a value is not known.
public typealias CLLocationSpeedAccuracy = Double

/// The highest accuracy, with additional sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The highest accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// The accuracy of ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// The accuracy of three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// The filter that reports every movement.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// Whether an app gets the location. Apple's values.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// The person has not decided.
  case notDetermined = 0
  /// A policy forbids it, and the person is not asked.
  case restricted = 1
  /// The person has refused.
  case denied = 2
  /// The app may use the location at any time.
  case authorizedAlways = 3
  /// The app may use the location while it is in use.
  case authorizedWhenInUse = 4
}

/// How precise the location is that an app gets. Apple's values: 0 is full.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// The app receives locations as precisely as they are known.
  case fullAccuracy = 0
  /// The app receives locations within some kilometres.
  case reducedAccuracy = 1
}

/// A place on the earth, in WGS 84.
public struct CLLocationCoordinate2D: Sendable {
  /// North is positive.
  public var latitude: CLLocationDegrees
  /// The longitude in degrees; east is positive.
  public var longitude: CLLocationDegrees

  /// A coordinate of latitude and longitude zero.
  public init() { (latitude, longitude) = (0, 0) }

  /// A coordinate of a latitude and a longitude.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The coordinate of no place on the earth.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether a place is one on the earth.
///
/// - Parameter coordinate: The place.
/// - Returns: False outside of -90 to 90 and -180 to 180 degrees.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

/// A location of the device, with its time.
///
/// Source: https://developer.apple.com/documentation/corelocation/cllocation
///
/// Unchecked because it never changes: the superclass alone is not Sendable.
open class CLLocation: NSObject, @unchecked Sendable {
  /// The coordinate.
  public let coordinate: CLLocationCoordinate2D
  /// The altitude in metres above the sea.
  public let altitude: CLLocationDistance
  /// The radius of uncertainty of the coordinate, in metres.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The uncertainty of the altitude in metres; negative where it is not known.
  public let verticalAccuracy: CLLocationAccuracy
  /// The direction of movement in degrees from true north; negative where it is not known.
  public let course: CLLocationDirection
  /// The uncertainty of the direction in degrees; negative where it is not known.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// The speed in metres a second; negative where it is not known.
  public let speed: CLLocationSpeed
  /// The uncertainty of the speed in metres a second; negative where it is not known.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// The time at which the location was determined.
  public let timestamp: Date

  /// A location at this moment.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0, horizontalAccuracy: 0,
      verticalAccuracy: -1, timestamp: Date())
  }

  /// A location at a moment.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// A location at a moment, with the movement.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1,
      timestamp: timestamp)
  }

  /// A location at a moment, with the movement and its uncertainty.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    (self.course, self.courseAccuracy, self.speed, self.speedAccuracy) = (course, courseAccuracy, speed, speedAccuracy)
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.timestamp = timestamp
  }
}
