// SPDX-License-Identifier: Apache-2.0

/// An answer as it is shown.
package struct ConsentListing: Sendable, Equatable {
  package let service: ConsentService
  package let client: ConsentClient.Key
  package let name: String
  package let answer: ConsentAnswer
  package let reason: ConsentReason
  /// Seconds since 1970; 0 for what a policy decides.
  package let changed: Int64
  package let condition: Condition

  package enum Condition: UInt8, Sendable, CaseIterable {
    case counts = 1
    /// The grant lasts until the app ends.
    case once = 2
    /// The app that it was allowed for has ended.
    case over = 3
    /// The code is not what the answer was given to.
    case needsApprovalAgain = 4
    /// There is no such app any more.
    case vanished = 5
    /// Nobody counted on it for long, or its time is over.
    case expired = 6
    /// A policy says otherwise.
    case overruled = 7
    /// A policy means other code than what is there.
    case otherCode = 8
    /// The app, as it is now, is not entitled to what it was given.
    case notEntitled = 9
  }

  package init(_ row: ConsentRow, _ condition: Condition) {
    self.init(
      service: row.service, client: row.client.key, name: row.name, answer: row.answer, reason: row.reason,
      changed: row.changed, condition: condition)
  }

  /// The decision of a policy, whether or not anybody answered.
  package init(_ line: ConsentPolicy.Line, name: String, _ condition: Condition) {
    self.init(
      service: line.service, client: line.client, name: name, answer: line.rule == .allow ? .allowed : .denied,
      reason: .mdmPolicy, changed: 0, condition: condition)
  }

  package init(
    service: ConsentService, client: ConsentClient.Key, name: String, answer: ConsentAnswer, reason: ConsentReason,
    changed: Int64, condition: Condition
  ) {
    self.service = service
    self.client = client
    self.name = name
    self.answer = answer
    self.reason = reason
    self.changed = changed
    self.condition = condition
  }
}
