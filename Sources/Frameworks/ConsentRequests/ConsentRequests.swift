// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import BrokerClient
package import ConsentModel
import Foundation
import Glibc
import Threads

/// The requests of the frameworks for their app, to the instance that the process's environment names.
package enum ConsentRequests {
  /// The replacement for tests, for the calls made inside `$replacement.withValue`.
  @TaskLocal package static var replacement: (any ConsentSource)?

  private static let broker = BrokerClient.standard()
  package static var source: any ConsentSource { replacement ?? broker }

  /// The standing of a service. Where nobody can be asked, nothing is decided: that is no grant.
  package static func standing(_ service: ConsentService) -> ConsentStanding {
    (try? source.consentStanding(service)) ?? .notDetermined
  }

  /// Waits until answers change, `seconds` at the most, and returns their number; nil where nobody can be asked. Called
  /// here, beside the protocol: across modules of a library with evolution, Swift 6.3 loses the error of a typed throw.
  package static func changes(otherThan known: UInt64, seconds: UInt16) -> UInt64? {
    try? source.consentChanges(otherThan: known, seconds: seconds)
  }

  /// The advertising identifier: sixteen bytes where the person lets this app track them.
  package static var advertisingIdentifier: [UInt8]? { (try? source.advertisingIdentifier()) ?? nil }

  /// The location of the device, as precisely as this app may know it.
  package static func location() throws(LocationFailure) -> LocationFix {
    let fix: LocationFix?
    // Where nobody can be asked, the person has not allowed it.
    do throws(BrokerClientError) { fix = try source.location() } catch { throw .denied }
    guard let fix else { throw .unknown }
    return fix
  }

  /// Apple's raw value for the standing.
  package static func status(_ service: ConsentService, as status: AuthorizationStatus) -> Int {
    status.rawValue(of: standing(service))
  }

  /// Asks the person where they must be asked. The answer comes on a thread of its own: it can take minutes.
  package static func request(
    _ service: ConsentService, _ extent: ConsentExtent = .usual,
    then answer: @escaping @Sendable (ConsentOutcome) -> Void
  ) {
    let key = PurposeKey.missing(for: service, extent)
    carryOut(service, key, then: answer) { (source) throws(BrokerClientError) in
      try source.requestConsent(service, extent)
    }
  }

  /// Asks for the precise location until the app ends, with the reason that it has under this key.
  package static func requestPreciseLocation(
    because key: String, then answer: @escaping @Sendable (ConsentOutcome) -> Void
  ) {
    carryOut(.temporaryPreciseLocation, key, then: answer) { (source) throws(BrokerClientError) in
      try source.requestPreciseLocation(because: key)
    }
  }

  /// Says that the person tapped the app's location button.
  package static func tapLocationButton(
    _ look: LocationButtonLook, then answer: @escaping @Sendable (ConsentOutcome) -> Void
  ) {
    carryOut(.locationButton, PurposeKey.missing(for: .locationButton, .usual), then: answer) {
      (source) throws(BrokerClientError) in try source.tapLocationButton(look)
    }
  }

  private static func carryOut(
    _ service: ConsentService, _ key: String, then answer: @escaping @Sendable (ConsentOutcome) -> Void,
    _ body: @escaping @Sendable (any ConsentSource) throws(BrokerClientError) -> ConsentOutcome
  ) {
    let source = source
    let work: @Sendable () -> Void = {
      let outcome = ConsentTrace.follow(service, key) { () throws(BrokerClientError) in try body(source) }
      if outcome == .endsProcess { end(because: key) }
      answer(outcome)
    }
    // Without a thread for it nobody is asked.
    if (try? SystemThread.start(named: "consent", work)) == nil { answer(.unanswered) }
  }

  /// Ends an app that does not say why it wants something, as on Apple's systems.
  private static func end(because key: String) -> Never {
    let sentence =
      "This app has crashed because it attempted to access privacy-sensitive data without a usage description. The app's "
      + "Info.plist must contain an \(key) key with a string value explaining to the user how the app uses this data.\n"
    FileHandle.standardError.write(Data(sentence.utf8))
    abort()
  }
}

/// Why an app is not told where the device is.
package enum LocationFailure: Error, Sendable {
  case denied
  /// Nobody knows at this moment.
  case unknown
}

private enum PurposeKey {
  static func missing(for service: ConsentService, _ extent: ConsentExtent) -> String {
    if service == .calendar, extent == .writeOnly { return "NSCalendarsWriteOnlyAccessUsageDescription" }
    return service.purposeKeys.first ?? ""
  }
}

extension ConsentOutcome {
  /// How the app stands now. What nobody answered leaves it undecided.
  package var standing: ConsentStanding {
    switch self {
    case .stands(let standing): standing
    case .failed: .answered(.denied)
    case .unanswered, .ignored, .endsProcess: .notDetermined
    }
  }

  package var givesAccess: Bool { standing.givesAccess }
}
