// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import ConsentModel
package import PromptModel
import PropertyLists

/// The app that asks, as Bailey knows it: nothing here is what the app says of itself in a request.
package struct ConsentSubject: Sendable {
  package let client: ConsentClient
  /// From the bundle.
  package let name: String
  package let hold: ConsentQuestion.Hold
  package let entitlements: Entitlements
  /// Purpose strings by their keys, from the bundle.
  package let purposes: [String: String]
  /// What Allow Once is good for.
  package let instance: ProcessInstance?
  /// The process that waits for the answer.
  package let process: Int32
  package let isAlive: @Sendable () -> Bool

  package init(
    _ client: ConsentClient, name: String, hold: ConsentQuestion.Hold, entitlements: Entitlements,
    purposes: [String: String], instance: ProcessInstance?, process: Int32, isAlive: @escaping @Sendable () -> Bool
  ) {
    self.client = client
    self.name = name
    self.hold = hold
    self.entitlements = entitlements
    self.purposes = purposes
    self.instance = instance
    self.process = process
    self.isAlive = isAlive
  }

  func purpose(for service: ConsentService, _ extent: ConsentExtent) -> PurposeString? {
    // To add to a calendar is asked for with a sentence of its own.
    let writing = service == .calendar && extent == .writeOnly ? ["NSCalendarsWriteOnlyAccessUsageDescription"] : []
    return (writing + service.purposeKeys).lazy.compactMap { purposes[$0].flatMap { PurposeString($0) } }.first
  }

  func isEntitled(to service: ConsentService) -> Bool {
    guard let entitlement = service.entitlement else { return true }
    return entitlements.values[entitlement]?.boolean == true
  }

  /// As it may stand in a prompt and in a list.
  var visibleName: String {
    var name = Substring(PurposeString(self.name)?.text ?? client.identifier)
    while name.utf8.count > ConsentRow.longestName { name.removeLast() }
    return String(name)
  }
}
