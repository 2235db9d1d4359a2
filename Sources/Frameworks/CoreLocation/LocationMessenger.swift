// SPDX-License-Identifier: Apache-2.0
import AccessModel
import ConsentModel
import ConsentRequests
import Dispatch
import Events
import Foundation
import Threads

/// Tells a manager's delegate, in order, on one queue.
///
/// Unchecked because what is not Sendable, manager and delegate, is only held weakly and touched on that queue and by the app.
final class LocationMessenger: @unchecked Sendable {
  private struct State {
    var told: Standing?
    var isUpdating = false
    var isOver = false
    var last: CLLocation?
  }

  private struct Standing: Equatable {
    let location: ConsentStanding
    let precise: ConsentStanding
  }

  /// How long one question for changes waits, in seconds, and how often a location is told.
  private static let wait: UInt16 = 25
  private static let pause = Duration.seconds(1)

  private let queue: DispatchQueue
  private let consent = ConsentRequests.source
  private let state = Locked(State())
  private weak var manager: CLLocationManager?
  /// A new one is told how the app stands.
  weak var delegate: (any CLLocationManagerDelegate)? {
    didSet { tellStanding() }
  }

  init(on queue: DispatchQueue) { self.queue = queue }

  var last: CLLocation? { state.withLock { $0.last } }

  func stop() { state.withLock { $0.isOver = true } }

  // MARK: - What the app may know

  /// Follows the location for a manager until it is released. Without a thread for it the delegate is told at first and
  /// after requests.
  func follow(_ manager: CLLocationManager) {
    self.manager = manager
    tellStanding()
    try? SystemThread.start(named: "location") { [weak self, consent] in
      var known: UInt64 = 0
      while let self, !self.state.withLock({ $0.isOver }) {
        let seconds = known == 0 ? 0 : self.seconds
        let now = ConsentRequests.$replacement.withValue(consent) {
          ConsentRequests.changes(otherThan: known, seconds: seconds)
        }
        if let now {
          if now != known { self.tellStanding() }
          known = now
        } else {
          _ = try? Poll.readable([], within: Self.pause)
        }
        if self.state.withLock({ $0.isUpdating }) { self.tellUpdate() }
      }
    }
  }

  /// The seconds of a request: locations are fetched more often than answers change.
  private var seconds: UInt16 { state.withLock { $0.isUpdating } ? 1 : Self.wait }

  private var current: Standing {
    ConsentRequests.$replacement.withValue(consent) {
      Standing(
        location: ConsentRequests.standing(.location), precise: ConsentRequests.standing(.preciseLocation))
    }
  }

  /// Tells of what is new alone.
  func tellStanding() {
    let now = current
    queue.async { [self] in
      guard let manager, let delegate else { return }
      let isNew = state.withLock { state in
        defer { state.told = now }
        return state.told != now
      }
      guard isNew else { return }
      ConsentRequests.$replacement.withValue(consent) {
        delegate.locationManagerDidChangeAuthorization(manager)
        let raw = Int32(AuthorizationStatus.location.rawValue(of: now.location))
        delegate.locationManager(manager, didChangeAuthorization: CLAuthorizationStatus(rawValue: raw) ?? .denied)
      }
    }
  }

  // MARK: - Locations

  func update(_ isWanted: Bool) {
    state.withLock { $0.isUpdating = isWanted }
    if isWanted { tellUpdate() }
  }

  /// Tells the delegate one location, or why there is none.
  func tellOne() {
    let found = ConsentRequests.$replacement.withValue(consent) {
      Result { () throws(LocationFailure) in try ConsentRequests.location() }
    }
    tell(found)
  }

  private func tellUpdate() {
    // The person may still be asked.
    guard current.location != .notDetermined else { return }
    tellOne()
  }

  private func tell(_ found: Result<LocationFix, LocationFailure>) {
    state.withLock { state in
      switch found {
      case .success(let fix): state.last = CLLocation(fix)
      case .failure(.unknown): break
      case .failure(.denied): (state.last, state.isUpdating) = (nil, false)
      }
    }
    queue.async { [self] in
      guard let manager, let delegate else { return }
      switch found {
      case .success(let fix): delegate.locationManager(manager, didUpdateLocations: [CLLocation(fix)])
      case .failure(.unknown): delegate.locationManager(manager, didFailWithError: CLError(.locationUnknown))
      case .failure(.denied): delegate.locationManager(manager, didFailWithError: CLError(.denied))
      }
    }
  }
}

extension CLLocation {
  fileprivate convenience init(_ fix: LocationFix) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude), altitude: fix.altitude ?? 0,
      horizontalAccuracy: fix.accuracy, verticalAccuracy: fix.altitude == nil ? -1 : fix.accuracy,
      timestamp: Date(timeIntervalSince1970: Double(fix.time) / 1000))
  }
}
