// SPDX-License-Identifier: Apache-2.0
import AppModel
import ConsentModel
import JSONCoding
import LinuxSystem
import WebServer

// What the page for developers asks. The texts are read by `bailey`, in a process of its own.

extension InstanceWatcher {
  private static let longestQuery = 60_000
  private static let errorLength = 1000

  /// Why a query does what it does: `bailey keychain explain`.
  func explain(_ request: WebRequest) throws(ConsoleFailure) -> JSONValue {
    let text = request.bytes
    guard !text.isEmpty, text.count <= Self.longestQuery else { throw .badRequest }
    return try tool(["keychain", "explain", "--json", "-"], input: text)
  }

  /// What is in a bundle, and what its author should look at: `bailey app inspect`.
  func inspect(_ path: String) throws(ConsoleFailure) -> JSONValue {
    guard path.hasPrefix("/"), !path.utf8.contains(where: { $0 < 0x20 }) else { throw .badRequest }
    let answer = try tool(["app", "inspect", "--json", path])
    guard case .object(let members) = answer, !members.contains(where: { $0.name == "failure" }) else { return answer }
    return .object(members + [JSONValue.Member("lints", .array(BundleLint(members).findings))])
  }

  /// JSON, or what the tool says it could not understand.
  private func tool(_ words: [String], input: [UInt8] = []) throws(ConsoleFailure) -> JSONValue {
    let result: SiblingProgram.Result
    do { result = try SiblingProgram.run("bailey", words, input: input) } catch { throw .system(error) }
    if let value = try? JSONReader.read(result.output, .tools) { return value }
    let said = result.errors.hasPrefix("bailey: ") ? result.errors.dropFirst("bailey: ".count) : result.errors[...]
    return .members(["failure": .string(VisibleWord.line(String(said.prefix(Self.errorLength))))])
  }
}

extension JSONLimits {
  /// Of what Bailey's own programs print.
  static let tools = JSONLimits(bytes: 8 << 20, depth: 64, values: 200_000)
}

/// What is amiss in a bundle, before an app's user finds out. The pages have a sentence for each.
struct BundleLint {
  private let info: [String: JSONValue]
  private let entitlements: [String: JSONValue]
  private let hasLabel: Bool
  private let isSigned: Bool

  /// From what `bailey app inspect` prints.
  init(_ members: [JSONValue.Member]) {
    func value(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    info = value("info").flatMap(\.dictionary) ?? [:]
    entitlements = value("entitlements").flatMap(\.dictionary) ?? [:]
    hasLabel = value("privacy").flatMap(\.dictionary) != nil
    isSigned = value("signature").flatMap(\.dictionary) != nil
  }

  var findings: [JSONValue] {
    var found: [JSONValue] = []
    func add(_ name: String, weight: String, _ service: ConsentService? = nil, key: String = "") {
      found.append(
        .members([
          "name": .string(name), "weight": .string(weight), "service": service.map { .string($0.name) } ?? .null,
          "key": .string(VisibleWord.line(key)),
        ]))
    }
    for service in ConsentService.allCases {
      let purpose = service.purposeKeys.first { info[$0] != nil }
      let isEntitled = service.entitlement.map { entitlements[$0] == .bool(true) }
      switch (isEntitled, purpose, service.purposeKeys.first) {
      case (true?, nil, let key?):
        add("noPurpose", weight: service.withoutPurpose == .endsProcess ? "error" : "warning", service, key: key)
      case (false?, let key?, _):
        // Two services may share a purpose's entitlement: what one lacks the other has.
        add("notEntitled", weight: "warning", service, key: service.entitlement ?? key)
      default: break
      }
      if let purpose, case .string(let text)? = info[purpose], PurposeString(text) == nil {
        add("emptyPurpose", weight: "error", service, key: purpose)
      }
    }
    for key in info.keys.sorted() where key.hasSuffix("UsageDescription") && !Self.known.contains(key) {
      add("unknownPurpose", weight: "note", key: key)
    }
    if !hasLabel { add("noLabel", weight: "warning", key: PrivacyLabel.file) }
    if !isSigned { add("notSigned", weight: "note") }
    if info["CFBundleIconFile"] == nil { add("noIcon", weight: "note", key: "CFBundleIconFile") }
    return found
  }

  private static let known = Set(ConsentService.allCases.flatMap(\.purposeKeys))
}

extension JSONValue {
  fileprivate var dictionary: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
  }
}
