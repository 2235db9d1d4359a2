// SPDX-License-Identifier: Apache-2.0
import AccessModel
import BrokerClient
import BrokerMessages
import ConsentModel
import ConsentRequests
import Events
import Threads

/// A broker that answers as it is told to, and remembers what it was asked.
final class AskedBroker: ConsentSource {
  struct State {
    var standings: [ConsentService: ConsentStanding] = [:]
    var answers: [ConsentService: ConsentOutcome] = [:]
    var requests: [(ConsentService, ConsentExtent)] = []
    var keys: [String] = []
    var identifier: [UInt8]?
    var changes: UInt64 = 1
    var place: LocationFix?
    var isAway = false
    var taps: [LocationButtonLook] = []
  }

  let state = Locked(State())

  func set(_ service: ConsentService, _ standing: ConsentStanding) {
    state.withLock { state in
      state.standings[service] = standing
      state.changes += 1
    }
  }

  func willAnswer(_ service: ConsentService, _ outcome: ConsentOutcome) {
    state.withLock { $0.answers[service] = outcome }
  }

  var requests: [(ConsentService, ConsentExtent)] { state.withLock { $0.requests } }

  func consentStanding(_ service: ConsentService) throws(BrokerClientError) -> ConsentStanding {
    try reached().standings[service] ?? .notDetermined
  }

  func requestConsent(
    _ service: ConsentService, _ extent: ConsentExtent
  ) throws(BrokerClientError) -> ConsentOutcome {
    _ = try reached()
    let outcome = state.withLock { state in
      state.requests.append((service, extent))
      return state.answers[service] ?? .unanswered
    }
    if case .stands(let standing) = outcome { set(service, standing) }
    return outcome
  }

  func requestPreciseLocation(because key: String) throws(BrokerClientError) -> ConsentOutcome {
    state.withLock { $0.keys.append(key) }
    return try requestConsent(.temporaryPreciseLocation, .usual)
  }

  func tapLocationButton(_ look: LocationButtonLook) throws(BrokerClientError) -> ConsentOutcome {
    state.withLock { $0.taps.append(look) }
    guard look.givesLocation else { return .failed(.unfitButton) }
    return try requestConsent(.locationButton, .usual)
  }

  func advertisingIdentifier() throws(BrokerClientError) -> [UInt8]? { try reached().identifier }

  func location() throws(BrokerClientError) -> LocationFix? {
    let state = try reached()
    guard state.standings[.location]?.givesAccess == true else { throw .refused(.access(.notAllowed)) }
    return state.place
  }

  func consentChanges(otherThan count: UInt64, seconds: UInt16) throws(BrokerClientError) -> UInt64 {
    for _ in 0..<Int(seconds) * 100 {
      let now = try reached().changes
      if now != count { return now }
      _ = try? Poll.readable([], within: .milliseconds(10))
    }
    return try reached().changes
  }

  private func reached() throws(BrokerClientError) -> State {
    let state = state.withLock { $0 }
    guard !state.isAway else { throw .closed }
    return state
  }
}

/// With a broker of the test's own.
func withBroker<Result>(_ body: (AskedBroker) async throws -> Result) async rethrows -> Result {
  let broker = AskedBroker()
  return try await ConsentRequests.$replacement.withValue(broker) { try await body(broker) }
}
