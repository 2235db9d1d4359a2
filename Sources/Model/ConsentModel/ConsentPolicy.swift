// SPDX-License-Identifier: Apache-2.0
package import PropertyLists

/// The policy of the machine's owner for all apps, in the form of the payload
/// `com.apple.TCC.configuration-profile-policy`:
/// https://developer.apple.com/documentation/devicemanagement/privacypreferencespolicycontrol.
///
/// It is taken line by line: one that is not clear, or that nothing here can keep, is left out and told of; the others count.
package struct ConsentPolicy: Sendable, Equatable {
  package enum Rule: Sendable, Equatable { case allow, deny }

  /// The decision for one service and app.
  package struct Line: Sendable, Equatable {
    package let service: ConsentService
    package let client: ConsentClient.Key
    package let rule: Rule
  }

  private struct Place: Hashable {
    let service: ConsentService
    let client: ConsentClient.Key
  }

  /// The verdict of all entries together about one place.
  private struct Verdict: Equatable, Sendable {
    var isDenied = false
    /// The code that is allowed; nil: whatever code bears the identifier.
    var allowed: [CodeCondition?] = []
  }

  private var verdicts: [Place: Verdict] = [:]
  /// The name that people are shown: of the profile, else of the payload. Nil where neither has one.
  package private(set) var name: String?
  /// The lines that were left out.
  package private(set) var defects: [PolicyLineDefect] = []

  package init() {}

  /// A refusal wins over a permission for the same app, and counts for whoever bears the identifier. A permission counts for the code
  /// that it is meant for alone; nil: of the code nothing is known.
  package func rule(_ service: ConsentService, _ client: ConsentClient.Key, _ code: AppCode?) -> Rule? {
    guard let verdict = verdicts[Place(service: service, client: client)] else { return nil }
    if verdict.isDenied { return .deny }
    let isAllowed = verdict.allowed.contains { condition in
      guard let condition else { return true }
      return code.map(condition.holds) ?? false
    }
    return isAllowed ? .allow : nil
  }

  package var count: Int { verdicts.count }

  /// The lines in the order of services, then of apps.
  package var lines: [Line] {
    verdicts.map { Line(service: $0.service, client: $0.client, rule: $1.isDenied ? .deny : .allow) }
      .sorted { ($0.service.name, $0.client.identifier) < ($1.service.name, $1.client.identifier) }
  }

  /// The services that a policy can refuse, and never allow: only the person gives them.
  package static let denyOnly: Set<ConsentService> = [.camera, .microphone, .screenCapture]
  /// The services that no policy decides.
  package static let outside: Set<ConsentService> = [
    .localNetwork, .location, .locationButton, .notifications, .preciseLocation, .temporaryPreciseLocation, .tracking,
  ]

  /// Reads a profile, or the payload in it.
  package init(xml: Span<UInt8>) throws(ConsentPolicyError) {
    let list: PropertyListValue
    do { list = try XMLPropertyList.read(xml, .exact) } catch { throw .unreadable(error) }
    guard let values = list.dictionary else { throw .notADictionary }
    var payloads = [values]
    if case .array(let contents) = values["PayloadContent"] { payloads = contents.compactMap(\.dictionary) }
    let deciding = payloads.filter { $0["Services"]?.dictionary != nil }
    guard !deciding.isEmpty else { throw .noServices }
    name = ([values] + deciding).lazy.compactMap(Self.name).first
    for payload in deciding {
      let services = payload["Services"]?.dictionary ?? [:]
      for (name, identities) in services.sorted(by: { $0.key < $1.key }) { add(name, identities) }
    }
  }

  private static func name(of payload: [String: PropertyListValue]) -> String? {
    ["PayloadDisplayName", "PayloadIdentifier"].lazy.compactMap {
      payload[$0]?.string.flatMap { PurposeString($0)?.text }
    }
    .first
  }

  private mutating func add(_ name: String, _ identities: PropertyListValue) {
    guard let service = ConsentService(name: name), !Self.outside.contains(service), service.isAvailableHere else {
      return defects.append(.unknownService(name))
    }
    guard case .array(let entries) = identities else { return defects.append(.badIdentity(name)) }
    for entry in entries {
      do { try add(entry, service, name) } catch { defects.append(error) }
    }
  }

  private mutating func add(
    _ entry: PropertyListValue, _ service: ConsentService, _ name: String
  ) throws(PolicyLineDefect) {
    guard let entry = entry.dictionary, let identifier = entry["Identifier"]?.string, !identifier.isEmpty,
      identifier.utf8.count <= ConsentClient.longestIdentifier, let rule = Self.rule(in: entry, service)
    else { throw .badIdentity(name) }
    guard let rule else { return }
    let kind: ConsentClient.Kind = entry["IdentifierType"]?.string == "path" ? .path : .bundle
    let place = Place(service: service, client: ConsentClient.Key(kind: kind, identifier: identifier))
    switch rule {
    case .deny: verdicts[place, default: Verdict()].isDenied = true
    case .allow:
      guard !Self.denyOnly.contains(service) else { throw .denyOnly(name) }
      let condition = try Self.condition(in: entry, name, identifier)
      verdicts[place, default: Verdict()].allowed.append(condition)
    }
  }

  /// The condition of an entry. One that cannot be judged may be what keeps other code out.
  private static func condition(
    in entry: [String: PropertyListValue], _ name: String, _ identifier: String
  ) throws(PolicyLineDefect) -> CodeCondition? {
    guard let value = entry["CodeRequirement"] else { return nil }
    guard let condition = value.string.flatMap({ CodeCondition($0) }) else {
      throw .unjudgedRequirement(name, app: identifier)
    }
    return condition
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
}

/// Why a line of a policy does not count.
package enum PolicyLineDefect: Error, Equatable, Sendable {
  case unknownService(String)
  /// An entry of this service lacks its identifier, or does not say whether it allows.
  case badIdentity(String)
  /// The service can only be refused.
  case denyOnly(String)
  /// The line allows this service to code of which nobody can say here whether it is that one.
  case unjudgedRequirement(String, app: String)
}
