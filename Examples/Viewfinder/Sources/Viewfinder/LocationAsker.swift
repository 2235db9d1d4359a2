// SPDX-License-Identifier: Apache-2.0
import CoreLocation

/// Asks for the location, and waits for what the person says.
///
/// Unchecked because everything happens on the main thread.
final class LocationAsker: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private let manager = CLLocationManager()
  private var answered: CheckedContinuation<Void, Never>?

  var status: CLAuthorizationStatus { manager.authorizationStatus }

  @MainActor func ask() async {
    if status == .notDetermined {
      await withCheckedContinuation { continuation in
        answered = continuation
        manager.delegate = self
        manager.requestWhenInUseAuthorization()
        // The person may put the question away, which changes nothing.
        DispatchQueue.main.asyncAfter(deadline: .now() + 5) { self.goOn() }
      }
    }
    print("location: \(status)")
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    if manager.authorizationStatus != .notDetermined { goOn() }
  }

  private func goOn() {
    answered?.resume()
    answered = nil
  }
}
