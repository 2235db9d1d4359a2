// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import ConsentModel
import JSONCoding
import PropertyLists

/// Which apps there are, what they may ask for, and what people answered.
struct PrivacyList {
  private let rows: [ConsentListing]
  private let apps: [InstalledApp]
  private let running: Set<String>
  private let hasPolicy: Bool
  /// The name of the policy that the owner has set; nil where there is none.
  private let policyName: String?

  private static let mostRows = 5000

  init(from broker: BrokerClient) throws(ConsoleFailure) {
    do throws(BrokerClientError) {
      rows = Self.deciding(among: try broker.consents())
      let policy = try broker.consentPolicy()
      (hasPolicy, policyName) = (policy != nil, policy.flatMap { try? ConsentPolicy(xml: $0.span).name })
    } catch {
      throw .broker(error)
    }
    // Without the register of apps, what was answered is still shown.
    apps = (try? broker.installedApps()) ?? []
    running = Set(((try? broker.runningApps()) ?? []).map(\.identifier))
  }

  /// The rows that decide. Where a policy decides, its row says so; where it means other code, the person's answer
  /// counts.
  private static func deciding(among rows: [ConsentListing]) -> [ConsentListing] {
    rows.filter { row in
      row.condition != .overruled
        && (row.condition != .otherCode
          || !rows.contains { $0.reason != .mdmPolicy && $0.service == row.service && $0.client == row.client })
    }
  }

  var json: JSONValue {
    let table = EnforcementTable(apps)
    let usual = Dictionary(
      uniqueKeysWithValues: ConsentService.allCases.map { ($0, $0.enforcement(of: .bundle, Entitlements())) })
    return .members([
      "services": .array(
        ConsentService.allCases.map {
          .members([
            "name": .string($0.name), "enforcement": .string(usual[$0]?.rawValue ?? ""),
            "inSettings": .bool($0.isGivenInSettings), "empty": .bool($0.hasEmptySource),
            "available": .bool($0.isAvailableHere),
          ])
        }),
      "answers": .array(rows.prefix(Self.mostRows).map { $0.json(table.enforcement(of: $0.service, for: $0.client)) }),
      "apps": .array(apps.map { $0.summary(isRunning: running.contains($0.identifier), usual) }),
      "policy": .bool(hasPolicy), "policyName": .string(VisibleWord.line(policyName ?? "")),
    ])
  }
}

extension ConsentListing {
  func json(_ enforcement: Enforcement) -> JSONValue {
    .members([
      "service": .string(service.name), "client": .string(VisibleWord.line(client.identifier)),
      "kind": .string(client.kind == .bundle ? "bundle" : "path"), "name": .string(VisibleWord.line(name)),
      "look": .string(NameLook(of: name).rawValue), "answer": .string("\(answer)"),
      "reason": .string("\(reason)"), "changed": .number(Int(clamping: changed)),
      "condition": .string("\(condition)"), "enforced": .bool(enforcement.isEnforced),
      "enforcement": .string(enforcement.rawValue),
    ])
  }
}

extension InstalledApp {
  /// The summary of an app, with what binds it otherwise than `usual`: of hundreds of apps most are bound as others
  /// are.
  func summary(isRunning: Bool, _ usual: [ConsentService: Enforcement]) -> JSONValue {
    .members([
      "identifier": .string(identifier), "name": .string(VisibleWord.line(description.name)),
      "version": .string(VisibleWord.line(description.version)), "running": .bool(isRunning),
      "adHoc": .bool(requirement.publisher == .adHoc), "signer": .string(VisibleWord.line(signer)),
      "asks": .array(ConsentService.allCases.filter(mayAsk).map { .string($0.name) }),
      "enforcement": .object(
        ConsentService.allCases.map { ($0, $0.enforcement(of: .bundle, entitlements)) }.filter { usual[$0] != $1 }
          .map { JSONValue.Member($0.name, .string($1.rawValue)) }),
    ])
  }

  /// Whether its papers say that it wants this: by a purpose string, or by an entitlement.
  private func mayAsk(_ service: ConsentService) -> Bool {
    purpose(of: service) != nil || service.entitlement.map(entitlements.claims) ?? false
  }

  func purpose(of service: ConsentService) -> (key: String, text: String)? {
    for key in service.purposeKeys {
      if let text = description.values[key]?.string.flatMap({ PurposeString($0) }) { return (key, text.text) }
    }
    return nil
  }
}
