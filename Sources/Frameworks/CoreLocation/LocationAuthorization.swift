// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
import Dispatch
public import Foundation
import SystemCalls

/// Asks for the location, and tells of it and of what the app may know.
///
/// The delegate is told on the main queue where the manager was made on the main thread, and on a queue of the manager's own
/// otherwise.
///
/// Source: https://developer.apple.com/documentation/corelocation/cllocationmanager
open class CLLocationManager: NSObject {
  private let messenger: LocationMessenger

  /// Follows from now on how the app stands, and tells the delegate once at first.
  public override init() {
    messenger = LocationMessenger(on: Thread.isMainThread ? .main : DispatchQueue(label: "CLLocationManager"))
    super.init()
    messenger.follow(self)
  }

  deinit { messenger.stop() }

  /// The delegate of the manager.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    get { messenger.delegate }
    set { messenger.delegate = newValue }
  }

  // MARK: - What the app may know

  /// How the app stands. Nobody is asked.
  open var authorizationStatus: CLAuthorizationStatus { Self.current }

  /// How the app stands. Nobody is asked.
  ///
  /// - Returns: The status.
  @available(*, deprecated, message: "Use the property of an instance")
  open class func authorizationStatus() -> CLAuthorizationStatus { current }

  /// How precise the location is that the app gets.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    ConsentRequests.standing(.preciseLocation).givesAccess ? .fullAccuracy : .reducedAccuracy
  }

  /// Whether location services are on, which they always are: whether the device knows its location is another matter.
  ///
  /// - Returns: True.
  open class func locationServicesEnabled() -> Bool { true }

  private static var current: CLAuthorizationStatus {
    CLAuthorizationStatus(rawValue: Int32(ConsentRequests.status(.location, as: .location))) ?? .denied
  }

  /// Asks the person, where they have not decided yet. Without `NSLocationWhenInUseUsageDescription` nothing happens.
  open func requestWhenInUseAuthorization() { request(.usual) }

  /// Asks the person for the location at any time, once. Without `NSLocationAlwaysAndWhenInUseUsageDescription` and
  /// `NSLocationWhenInUseUsageDescription` nothing happens, nor where they have allowed it once.
  ///
  /// Where they allow it while the app is in use, the app is told that it has it always, and they are asked again when the app
  /// first updates the location in the background.
  open func requestAlwaysAuthorization() { request(.always) }

  private func request(_ extent: ConsentExtent) {
    ConsentRequests.request(.location, extent) { [messenger] _ in messenger.tellStanding() }
  }

  /// Asks the person for the precise location until the app ends.
  ///
  /// - Parameters:
  ///   - purposeKey: Under which the reason stands in `NSLocationTemporaryUsageDescriptionDictionary`.
  ///   - completion: Called once, with nil, or with `CLError.promptDeclined`, or `CLError.denied` where nobody could be asked.
  @preconcurrency
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    ConsentRequests.requestPreciseLocation(because: purposeKey) { [messenger] outcome in
      let error: CLError? =
        switch outcome {
        case .stands(let standing): standing.givesAccess ? nil : CLError(.promptDeclined)
        case .failed, .ignored, .unanswered, .endsProcess: CLError(.denied)
        }
      messenger.tellStanding()
      completion?(error)
    }
  }

  /// Asks the person for the precise location until the app ends.
  ///
  /// - Parameter purposeKey: Under which the reason stands in `NSLocationTemporaryUsageDescriptionDictionary`.
  /// - Throws: `CLError.promptDeclined`, or `CLError.denied` where nobody could be asked.
  nonisolated(nonsending) open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String)
    async throws
  {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  // MARK: - Locations

  /// The accuracy that the app needs; locations are never less precise for it.
  open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  /// Metres of movement that the app wants to hear of.
  open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  /// Whether updates go on while the app is not in use.
  open var allowsBackgroundLocationUpdates = false

  /// Whether updates may pause while the device does not move. They do not here: a location that stays is not told again.
  open var pausesLocationUpdatesAutomatically = true

  /// The location that was told last; nil once the person has taken it back.
  open var location: CLLocation? { messenger.last }

  /// Tells locations until `stopUpdatingLocation`, or fails with `CLError.denied` where the app may not. While the person has
  /// not decided nothing is told.
  open func startUpdatingLocation() {
    if allowsBackgroundLocationUpdates { request(.backgroundUse) }
    messenger.update(true)
  }

  /// Tells no more.
  open func stopUpdatingLocation() { messenger.update(false) }

  /// Tells one location, or fails: with `CLError.denied` where the app may not, with `CLError.locationUnknown` where there is
  /// none.
  open func requestLocation() { messenger.tellOne() }
}
