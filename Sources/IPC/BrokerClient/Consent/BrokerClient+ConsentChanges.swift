// SPDX-License-Identifier: Apache-2.0
import Events

extension BrokerClient {
  /// The news for whoever acts upon withdrawn grants.
  package enum ConsentNews: Sendable, Equatable {
    /// How often answers have changed: at each change, and now and then without one.
    case count(UInt64)
    /// `baileyd` did not answer, so many times one after the other. It is started again after a crash.
    case silence(Int)
  }

  /// Follows what the person says for as long as `goesOn` says so.
  ///
  /// A `baileyd` that was started again counts from the beginning: what was known of the one before is forgotten, so that a
  /// change is not missed where the two counts are the same.
  package func followConsent(
    lookingEvery seconds: UInt16 = 25, pausing pause: Duration = .seconds(1), while goesOn: () -> Bool = { true },
    _ tell: (ConsentNews) -> Void
  ) {
    var (known, failures): (UInt64, Int) = (0, 0)
    while goesOn() {
      if let count = try? consentChanges(otherThan: known, seconds: seconds) {
        (known, failures) = (count, 0)
        tell(.count(count))
      } else {
        (known, failures) = (0, failures + 1)
        _ = try? Poll.readable([], within: pause)
        tell(.silence(failures))
      }
    }
  }
}
