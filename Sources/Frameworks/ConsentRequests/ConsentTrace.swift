// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import ConsentModel
import Foundation

/// `BAILEY_TRACE=1`: says on standard error what is missing where a request is refused and nobody was asked.
enum ConsentTrace {
  private static let isOn = ProcessInfo.processInfo.environment["BAILEY_TRACE"] == "1"
  /// A person takes longer to put a prompt away.
  private static let quickestPerson = Duration.milliseconds(300)

  /// Traces the outcome of a request. Where nobody can be asked, nobody answers.
  static func follow(
    _ service: ConsentService, _ key: String, _ body: () throws(BrokerClientError) -> ConsentOutcome
  ) -> ConsentOutcome {
    let begun = ContinuousClock.now
    do throws(BrokerClientError) {
      let outcome = try body()
      let isAtOnce = begun.duration(to: .now) < quickestPerson
      if isOn, let missing = missing(outcome, service, key, isAtOnce: isAtOnce) { say(service, missing) }
      return outcome
    } catch {
      if isOn { say(service, "baileyd cannot be reached, or does not know this app: \(error)") }
      return .unanswered
    }
  }

  /// The sentence about what a request lacks; nil where nothing is missing, or where the app itself says it.
  static func missing(
    _ outcome: ConsentOutcome, _ service: ConsentService, _ key: String, isAtOnce: Bool
  ) -> String? {
    switch outcome {
    case .stands, .endsProcess: nil
    case .unanswered:
      isAtOnce
        ? "nobody can be asked. Start an agent (bailey agent), or open the console (bailey console)" : "nobody answered"
    case .ignored: "its Info.plist has no \(key)"
    case .failed(.noPurpose): "its Info.plist has no reason \(key)"
    case .failed(.notEntitled): "its entitlements have no \(service.entitlement ?? "entitlement for this")"
    case .failed(.onlyInSettings): "this is given by bailey privacy grant or in the console, and not asked for"
    case .failed(.unfitButton): "the button cannot be read by a person, or looks like another"
    case .failed(.notAvailableHere): "this is not available here: no app can be given it"
    }
  }

  private static func say(_ service: ConsentService, _ text: String) {
    FileHandle.standardError.write(Data("bailey: \(service.name): \(text)\n".utf8))
  }
}
