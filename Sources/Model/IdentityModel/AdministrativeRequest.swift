// SPDX-License-Identifier: Apache-2.0
import JSONCoding

/// The request of whoever runs a provider: a command's name, and words.
package struct AdministrativeRequest: Sendable, Equatable {
  package enum Name: String, Sendable, CaseIterable {
    case status
    case teamAdd, teamList
    case clientAdd, clientList, clientStage, clientRemove
    case keyAdd, keyRevoke, keyList
    case redirectAdd, redirectRemove, redirectList
    case userAdd, userList, userSites, userRemoveSite, userRemoveCodes, userRemove, userSessions, userEndSessions
    case endpointSet, endpointRemove, endpointList
    case notificationList, notificationShow, notificationReplay, notificationTest
    case machineAdd, machineList, machineRevoke, machineRemove, machineTrust, machineDistrust, machineAuthorities
    case machineRoot
    case log, explain, endAll, copy
  }

  package let name: Name
  package let words: [String: String]

  package init(_ name: Name, _ words: [String: String] = [:]) { (self.name, self.words) = (name, words) }

  package static let largest = 16 << 10

  package init?(_ bytes: [UInt8]) {
    let limits = JSONLimits(bytes: Self.largest, depth: 2, values: 64)
    guard case .object(let members)? = try? JSONReader.read(bytes, limits) else { return nil }
    var words: [String: String] = [:]
    for member in members {
      guard case .string(let text) = member.value else { return nil }
      words[member.name] = text
    }
    guard let name = words.removeValue(forKey: "name").flatMap({ Name(rawValue: $0) }) else { return nil }
    (self.name, self.words) = (name, words)
  }

  package var bytes: [UInt8] {
    let members = words.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
    return Array(JSONValue.object([.init("name", .string(name.rawValue))] + members).text.utf8)
  }
}

/// Why it was not done.
package struct AdministrativeRefusal: Error, Sendable, Equatable {
  package enum Reason: String, Sendable, CaseIterable {
    case exists, unknown, tooMany, unavailable, newer
    case notTenCharacters, notTeam, notClientIdentifier, notName, notMail, notKey, redirectNotAllowed, wordMissing,
      malformed
    case endpointNotAllowed, noEndpoint, usedByPeople, hasServices
    case notEndorsementKey, notCertificate, noIssuer
  }

  package let reason: Reason
  /// The subject of the refusal: an identifier, an address, or a description of the defect.
  package let subject: String

  package init(_ reason: Reason, _ subject: String = "") { (self.reason, self.subject) = (reason, subject) }

  package init(_ error: IdentityStoreError) {
    switch error {
    case .exists(let subject): self.init(.exists, subject)
    case .unknown(let subject): self.init(.unknown, subject)
    case .tooMany(let subject): self.init(.tooMany, subject)
    case .usedByPeople(let count): self.init(.usedByPeople, String(count))
    case .hasServices(let service): self.init(.hasServices, service)
    // Named in full: the error has cases of the same names, and would be made again and again.
    case .unavailable: self.init(Reason.unavailable)
    case .newer: self.init(Reason.newer)
    }
  }
}
