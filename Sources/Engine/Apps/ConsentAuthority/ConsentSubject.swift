// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import ConsentModel
import PropertyLists

/// The app that asks, as Bailey knows it: nothing here is what the app says of itself in a request.
package struct ConsentSubject: Sendable {
  package let client: ConsentClient
  /// The code by which policies know the app.
  package let code: AppCode
  /// The app's name from its bundle.
  package let name: String
  package let entitlements: Entitlements
  /// Purpose strings by their keys, from the bundle.
  package let purposes: [String: String]
  /// The app's default for the location: `NSLocationDefaultAccuracyReduced`.
  package var wantsReducedAccuracy = false
  /// The process that Allow Once is good for.
  package let instance: ProcessInstance?
  /// The process that waits for the answer.
  package let process: Int32
  package let isAlive: @Sendable () -> Bool

  package init(
    _ client: ConsentClient, _ code: AppCode, name: String, entitlements: Entitlements, purposes: [String: String],
    instance: ProcessInstance?, process: Int32, isAlive: @escaping @Sendable () -> Bool
  ) {
    self.client = client
    self.code = code
    self.name = name
    self.entitlements = entitlements
    self.purposes = purposes
    self.instance = instance
    self.process = process
    self.isAlive = isAlive
  }

  /// The name in `purposes` of a string within a dictionary of purposes.
  package static func nestedKey(_ dictionary: String, _ key: String) -> String { "\(dictionary)/\(key)" }

  /// The dictionary with the reasons for the precise location, by keys of the app's own.
  package static let accuracyReasons = "NSLocationTemporaryUsageDescriptionDictionary"
  private static let always = "NSLocationAlwaysAndWhenInUseUsageDescription"

  func purpose(for service: ConsentService, _ extent: ConsentExtent, named key: String?) -> PurposeString? {
    switch (service, extent) {
    case (.temporaryPreciseLocation, _): return key.flatMap { reason(Self.nestedKey(Self.accuracyReasons, $0)) }
    // To add to a calendar is asked for with a sentence of its own.
    case (.calendar, .writeOnly):
      if let own = reason("NSCalendarsWriteOnlyAccessUsageDescription") { return own }
    // Both are needed, and the one for more is shown.
    case (.location, .always), (.location, .backgroundUse):
      return service.purposeKeys.contains { reason($0) != nil } ? reason(Self.always) : nil
    default: break
    }
    return service.purposeKeys.lazy.compactMap(reason).first
  }

  private func reason(_ key: String) -> PurposeString? { purposes[key].flatMap { PurposeString($0) } }

  func isEntitled(to service: ConsentService) -> Bool {
    guard let entitlement = service.entitlement else { return true }
    return entitlements.values[entitlement]?.boolean == true
  }

  /// The app's name as it may stand in a prompt and in a list.
  var visibleName: String {
    var name = Substring(PurposeString(self.name)?.text ?? client.identifier)
    while name.utf8.count > ConsentRow.longestName { name.removeLast() }
    return String(name)
  }
}
