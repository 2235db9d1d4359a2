// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

/// What the owner of the machine decides for all apps, as the payload `com.apple.TCC.configuration-profile-policy` says it:
/// https://developer.apple.com/documentation/devicemanagement/privacypreferencespolicycontrol.
package struct ConsentPolicy: Sendable, Equatable {
  package enum Rule: Sendable, Equatable { case allow, deny }

  private struct Place: Hashable {
    let service: ConsentService
    let client: ConsentClient.Key
  }

  private var rules: [Place: Rule] = [:]

  package init() {}

  /// A refusal wins over a permission for the same app.
  package func rule(_ service: ConsentService, _ client: ConsentClient.Key) -> Rule? {
    rules[Place(service: service, client: client)]
  }

  package var count: Int { rules.count }

  /// In the order of services, then of apps.
  package var lines: [(service: ConsentService, client: ConsentClient.Key, rule: Rule)] {
    rules.map { ($0.key.service, $0.key.client, $0.value) }
      .sorted { ($0.0.name, $0.1.identifier) < ($1.0.name, $1.1.identifier) }
  }

  /// These can be refused by a policy, and never allowed: only the person gives them.
  package static let denyOnly: Set<ConsentService> = [.camera, .microphone, .screenCapture]
  /// What no policy decides.
  package static let outside: Set<ConsentService> = [
    .localNetwork, .location, .locationButton, .notifications, .preciseLocation, .temporaryPreciseLocation, .tracking,
  ]

  /// From a profile, or the payload in it.
  package init(xml: Span<UInt8>) throws(ConsentPolicyError) {
    let list: PropertyListValue
    do { list = try XMLPropertyList.read(xml, .exact) } catch { throw .unreadable(error) }
    guard let values = list.dictionary else { throw .notADictionary }
    var payloads = [values]
    if case .array(let contents) = values["PayloadContent"] { payloads = contents.compactMap(\.dictionary) }
    let services = payloads.compactMap { $0["Services"]?.dictionary }
    guard !services.isEmpty else { throw .noServices }
    for payload in services {
      for (name, identities) in payload { try add(name, identities) }
    }
  }

  private mutating func add(_ name: String, _ identities: PropertyListValue) throws(ConsentPolicyError) {
    guard let service = ConsentService(name: name), !Self.outside.contains(service) else { throw .unknownService(name) }
    guard case .array(let entries) = identities else { throw .badIdentity(name) }
    for entry in entries {
      guard let entry = entry.dictionary, let identifier = entry["Identifier"]?.string,
        let rule = Self.rule(in: entry, service)
      else { throw .badIdentity(name) }
      let kind: ConsentClient.Kind = entry["IdentifierType"]?.string == "path" ? .path : .bundle
      guard let rule else { continue }
      if rule == .allow, Self.denyOnly.contains(service) { throw .denyOnly(name) }
      let place = Place(service: service, client: ConsentClient.Key(kind: kind, identifier: identifier))
      rules[place] = rules[place] == .deny ? .deny : rule
    }
  }

  /// `Allowed` or `Authorization`, never both.
  /// Nil for an entry that is unclear; no rule in one that leaves it to the person.
  private static func rule(in entry: [String: PropertyListValue], _ service: ConsentService) -> Rule?? {
    switch (entry["Allowed"]?.boolean, entry["Authorization"]?.string) {
    case (true?, nil), (nil, "Allow"): .some(.allow)
    case (false?, nil), (nil, "Deny"): .some(.deny)
    case (nil, "AllowStandardUserToSetSystemService") where service == .screenCapture: .some(.none)
    default: .none
    }
  }
}

/// Why a text is no policy.
package enum ConsentPolicyError: Error, Equatable, Sendable {
  case unreadable(PropertyListError)
  case notADictionary
  case noServices
  case unknownService(String)
  /// An entry of this service lacks its identifier, or does not say whether it allows.
  case badIdentity(String)
  /// This service can only be refused.
  case denyOnly(String)
}
