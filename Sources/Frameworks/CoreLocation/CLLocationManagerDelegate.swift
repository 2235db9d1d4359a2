// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The delegate of a location manager. Each method may be left out.
///
/// Source: https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  /// The app stands otherwise now than before; also told once for a new manager.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// The same, from before there was an accuracy.
  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

  /// There are locations, the newest last.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// There is no location; the error is a `CLError`.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

extension CLLocationManagerDelegate {
  /// Does nothing.
  ///
  /// - Parameter manager: The manager.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - status: How the app stands.
  public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - locations: The locations.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - error: The error.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
}
