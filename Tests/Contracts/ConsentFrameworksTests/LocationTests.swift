// SPDX-License-Identifier: Apache-2.0
import AccessModel
import ConsentModel
import CoreLocation
import Foundation
import Testing
import Threads

/// What an app for Apple's systems hears of a manager.
@Suite struct LocationTests {
  private final class Ear: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    let heard = Locked<[String]>([])

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      heard.withLock { $0.append("status \(manager.authorizationStatus.rawValue)") }
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
      heard.withLock { $0.append("at \(locations.last?.coordinate.latitude ?? 0)") }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      heard.withLock { $0.append("error \((error as? CLError)?.code.rawValue ?? -1)") }
    }

    func hears(_ what: String) async -> Bool {
      for _ in 0..<500 {
        if heard.withLock({ $0.contains(what) }) { return true }
        try? await Task.sleep(for: .milliseconds(10))
      }
      return false
    }
  }

  /// Away from the main thread, whose queue the tests may not have.
  private func make(_ ear: Ear) -> CLLocationManager {
    let manager = CLLocationManager()
    manager.delegate = ear
    return manager
  }

  @Test func `The delegate hears how the app stands, at first and when it changes`() async {
    await withBroker { broker in
      let ear = Ear()
      let manager = make(ear)
      #expect(await ear.hears("status 0"))
      broker.willAnswer(.location, .stands(.answered(.whileInUse)))
      manager.requestWhenInUseAuthorization()
      #expect(await ear.hears("status 4"))
      #expect(manager.authorizationStatus == .authorizedWhenInUse)
      broker.set(.location, .answered(.denied))
      #expect(await ear.hears("status 2"))
      manager.requestAlwaysAuthorization()
      #expect(manager.accuracyAuthorization == .reducedAccuracy)
      broker.set(.preciseLocation, .answered(.allowed))
      #expect(manager.accuracyAuthorization == .fullAccuracy)
    }
  }

  @Test func `Without permission a location is refused, and without a source it is unknown`() async {
    await withBroker { broker in
      let ear = Ear()
      let manager = make(ear)
      manager.requestLocation()
      #expect(await ear.hears("error 1"))
      broker.set(.location, .answered(.whileInUse))
      manager.requestLocation()
      #expect(await ear.hears("error 0"))
    }
    await withBroker { broker in
      broker.set(.location, .answered(.whileInUse))
      broker.state.withLock { $0.place = LocationFix(latitude: 48.5, longitude: 9, accuracy: 20, time: 0) }
      let ear = Ear()
      let manager = make(ear)
      manager.startUpdatingLocation()
      #expect(await ear.hears("at 48.5"))
      #expect(manager.location?.coordinate.longitude == 9)
      broker.set(.location, .answered(.denied))
      #expect(await ear.hears("error 1"))
      manager.stopUpdatingLocation()
      #expect(manager.location == nil)
    }
  }

  @Test func `The precise location for now is asked for by a key, and a refusal has an error of its own`() async throws
  {
    try await withBroker { broker in
      let manager = make(Ear())
      broker.willAnswer(.temporaryPreciseLocation, .stands(.answered(.allowed)))
      try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Map")
      #expect(broker.state.withLock { $0.keys } == ["Map"])
      for (outcome, code) in [
        (ConsentOutcome.stands(.answered(.denied)), CLError.Code.promptDeclined), (.failed(.noPurpose), .denied),
      ] {
        broker.willAnswer(.temporaryPreciseLocation, outcome)
        do {
          try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Other")
          Issue.record("not refused")
        } catch let error as CLError {
          #expect(error.code == code)
        }
      }
    }
  }

  @Test func `Updates in the background ask for what always means`() async {
    await withBroker { broker in
      broker.set(.location, .answered(.provisionalAlways))
      let ear = Ear()
      let manager = make(ear)
      #expect(manager.authorizationStatus == .authorizedAlways)
      manager.allowsBackgroundLocationUpdates = true
      manager.startUpdatingLocation()
      #expect(await ear.hears("error 0"))
      for _ in 0..<500 where broker.requests.isEmpty { try? await Task.sleep(for: .milliseconds(10)) }
      #expect(broker.requests.map(\.1) == [.backgroundUse])
    }
  }

  @Test func `Places on the earth`() {
    #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 90, longitude: -180)))
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    #expect(CLAccuracyAuthorization.fullAccuracy.rawValue == 0)
  }
}
