// SPDX-License-Identifier: Apache-2.0
import CoreLocation

/// Says where the device is.
///
/// Unchecked because everything happens on the main thread.
final class LocationFollower: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private let manager = CLLocationManager()
  private var ended: CheckedContinuation<Void, Never>?
  private var isOnce = true

  /// Once, or until the person takes the location back.
  @MainActor func tell(isOnce: Bool) async {
    await withCheckedContinuation { continuation in
      self.isOnce = isOnce
      ended = continuation
      manager.delegate = self
      if isOnce { manager.requestLocation() } else { manager.startUpdatingLocation() }
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let place = locations.last?.coordinate else { return }
    say("\(manager.accuracyAuthorization) \(place.latitude),\(place.longitude)")
    if isOnce { end() }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    let isDenied = (error as? CLError)?.code == .denied
    say(isDenied ? "denied" : "unknown")
    if isOnce || isDenied { end() }
  }

  private func say(_ what: String) {
    // At once, also where nobody reads it line by line.
    FileHandle.standardOutput.write(Data("where: \(what)\n".utf8))
  }

  private func end() {
    ended?.resume()
    ended = nil
  }
}
