// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import ConsentModel
import Events

extension BrokerClient {
  /// Asks the person again where `baileyd` ended while they were asked: what they had answered before that stands, and they are
  /// asked about nothing twice.
  ///
  /// Whoever asks them comes back a moment later than `baileyd`. Until then nobody can be asked, which is said at once, as
  /// no person can.
  func askingAgain(
    _ ask: () throws(BrokerClientError) -> ConsentOutcome
  ) throws(BrokerClientError) -> ConsentOutcome {
    do { return try ask() } catch .closed {}
    let deadline = ContinuousClock.now.advanced(by: .timeToComeBack)
    while true {
      let begun = ContinuousClock.now
      do throws(BrokerClientError) {
        let outcome = try ask()
        guard outcome == .unanswered, begun.duration(to: .now) < .quickestPerson, .now < deadline else {
          return outcome
        }
      } catch {
        guard error.mayPass, .now < deadline else { throw error }
      }
      _ = try? Poll.readable([], within: .betweenAttempts)
    }
  }
}

extension BrokerClientError {
  /// A `baileyd` that was started again hears of a running app a moment later.
  fileprivate var mayPass: Bool {
    switch self {
    case .closed, .unreachable, .refused(.consent(.notAnApp)): true
    default: false
    }
  }
}

extension Duration {
  fileprivate static let timeToComeBack = Duration.seconds(10)
  fileprivate static let quickestPerson = Duration.milliseconds(300)
  fileprivate static let betweenAttempts = Duration.milliseconds(200)
}
