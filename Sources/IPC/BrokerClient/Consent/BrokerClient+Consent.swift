// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import ConsentModel
import Events

extension BrokerClient {
  /// The app's standing, without a prompt.
  package func consentStanding(_ service: ConsentService) throws(BrokerClientError) -> ConsentStanding {
    guard case .consent(.outcome(.stands(let standing))) = try exchange(.consent(.status(service))) else {
      throw .unexpectedReply
    }
    return standing
  }

  /// Asks the person where they must be asked; takes as long as they take, up to a limit.
  package func requestConsent(
    _ service: ConsentService, _ extent: ConsentExtent = .usual
  ) throws(BrokerClientError) -> ConsentOutcome {
    try askingAgain { () throws(BrokerClientError) in
      guard case .consent(.outcome(let outcome)) = try exchange(.consent(.request(service, extent))) else {
        throw .unexpectedReply
      }
      return outcome
    }
  }

  /// Asks for the precise location until the app ends, with the reason that it has under this key.
  package func requestPreciseLocation(because key: String) throws(BrokerClientError) -> ConsentOutcome {
    try askingAgain { () throws(BrokerClientError) in
      guard case .consent(.outcome(let outcome)) = try exchange(.consent(.preciseLocation(because: key))) else {
        throw .unexpectedReply
      }
      return outcome
    }
  }

  /// Says that the person tapped the app's location button. Asks them where they must be asked.
  package func tapLocationButton(_ look: LocationButtonLook) throws(BrokerClientError) -> ConsentOutcome {
    guard case .consent(.outcome(let outcome)) = try exchange(.consent(.locationButton(look))) else {
      throw .unexpectedReply
    }
    return outcome
  }

  /// The identifier for advertising; nil where the app may not track.
  package func advertisingIdentifier() throws(BrokerClientError) -> [UInt8]? {
    guard case .consent(.advertisingIdentifier(let bytes)) = try exchange(.consent(.advertisingIdentifier)) else {
      throw .unexpectedReply
    }
    return bytes
  }

  /// Waits until the count of changed answers is another than this, or the time is over, and returns it.
  package func consentChanges(otherThan count: UInt64, seconds: UInt16) throws(BrokerClientError) -> UInt64 {
    let asked = ConsentRequest.changes(otherThan: count, seconds: seconds)
    guard case .consent(.changes(let now)) = try exchange(.consent(asked)) else { throw .unexpectedReply }
    return now
  }

  /// How the app stands that this process started, empty sources included, of which the app itself is not told; or the app
  /// that is named, of which this process started an extension.
  package func lend(
    _ service: ConsentService, asking: ConsentAsking, of app: String? = nil
  ) throws(BrokerClientError) -> ConsentOutcome {
    try askingAgain { () throws(BrokerClientError) in try lendSoon(service, asking, app) }
  }

  private func lendSoon(
    _ service: ConsentService, _ asking: ConsentAsking, _ app: String?
  ) throws(BrokerClientError) -> ConsentOutcome {
    for _ in 0..<Self.mostAttempts {
      do { return try lendNow(service, asking, app) } catch .refused(.consent(.notAnApp)) {
        _ = try? Poll.readable([], within: Self.pause)
      }
    }
    return try lendNow(service, asking, app)
  }

  /// A `baileyd` that was started again hears of the app a moment later.
  private static let (mostAttempts, pause) = (20, Duration.milliseconds(100))

  private func lendNow(
    _ service: ConsentService, _ asking: ConsentAsking, _ app: String?
  ) throws(BrokerClientError) -> ConsentOutcome {
    guard case .consent(.outcome(let outcome)) = try exchange(.consent(.lend(service, asking, of: app))) else {
      throw .unexpectedReply
    }
    return outcome
  }

  /// Whether an app may be given access. On any error, assume that it may not.
  package func mayLend(_ service: ConsentService, asking: ConsentAsking, of app: String? = nil) -> Bool {
    guard case .stands(let standing)? = try? lend(service, asking: asking, of: app) else { return false }
    return standing.givesAccess
  }
}
