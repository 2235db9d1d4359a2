// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import IdentityService
import JSONCoding
import SignInRules

// MARK: - Notifications

extension Administration {
  func endpoints(_ words: Words, _ name: AdministrativeRequest.Name) throws(StoreOrRefusal) -> JSONValue {
    switch name {
    case .endpointSet:
      let (app, address) = (try words.needed("app"), try words.needed("address"))
      if let defect = EndpointRules.defect(of: address, reach) {
        throw .refusal(AdministrativeRefusal(.endpointNotAllowed, defect.rawValue))
      }
      try stored { () throws(IdentityStoreError) in try store.setEndpoint(address, of: app) }
    case .endpointRemove:
      let app = try words.needed("app")
      try stored { () throws(IdentityStoreError) in try store.setEndpoint(nil, of: app) }
    default: break
    }
    let endpoints = try stored { () throws(IdentityStoreError) in try store.endpoints() }
    return .array(
      endpoints.map { .members(["app": .string($0.primaryApp), "address": .string($0.address)]) })
  }

  private static let mostListed = 200

  func notifications(
    _ words: Words, _ name: AdministrativeRequest.Name, _ now: Int64
  ) throws(StoreOrRefusal) -> JSONValue {
    switch name {
    case .notificationTest: return try show(try test(words, now))
    case .notificationShow: return try show(try words.needed("id"))
    case .notificationReplay:
      let id = try words.needed("id")
      try stored { () throws(IdentityStoreError) in try store.replayNotification(id, at: now) }
      return try show(id)
    default:
      let all = try stored { () throws(IdentityStoreError) in
        try store.notifications(id: nil, atMost: Self.mostListed)
      }
      return .array(all.reversed().map { .object($0.summary) })
    }
  }

  private func show(_ id: String) throws(StoreOrRefusal) -> JSONValue {
    let found = try stored { () throws(IdentityStoreError) in try store.notifications(id: id, atMost: 1).first }
    guard let found else { throw .refusal(AdministrativeRefusal(.unknown, id)) }
    return .object(found.summary + found.details)
  }

  /// Writes an event that nothing has caused; it is sent as any other. Returns its identifier.
  private func test(_ words: Words, _ now: Int64) throws(StoreOrRefusal) -> String {
    let (app, type) = (try words.needed("app"), try words.needed("type"))
    guard let kind = NotificationEvent.Kind(rawValue: type) else {
      throw .refusal(AdministrativeRefusal(.malformed, type))
    }
    let endpoints = try stored { () throws(IdentityStoreError) in try store.endpoints() }
    guard endpoints.contains(where: { $0.primaryApp == app }) else {
      throw .refusal(AdministrativeRefusal(.noEndpoint, app))
    }
    let isAboutMail = kind == .emailEnabled || kind == .emailDisabled
    let event = NotificationEvent(
      kind, of: words["subject"] ?? Self.nobody, at: now, mail: isAboutMail ? "test@relay.example" : nil)
    let id = RandomText.notification
    try stored { () throws(IdentityStoreError) in
      try store.add(StoredNotification(id, to: app, of: event, issuedAt: now))
    }
    return id
  }

  /// A subject that is nobody's.
  private static let nobody = "000000.00000000000000000000000000000000.0000"
}

extension StoredNotification {
  fileprivate var summary: [JSONValue.Member] {
    [
      .init("id", .string(id)), .init("app", .string(primaryApp)), .init("type", .string(kind.rawValue)),
      .init("state", .string("\(state)")), .init("tries", .number(Int(tries))),
      .init("status", status.map { .number(Int($0)) } ?? .null), .init("failure", failure.map { .string($0) } ?? .null),
    ]
  }

  fileprivate var details: [JSONValue.Member] {
    [
      .init("subject", .string(subject)), .init("events", .string(events)), .init("issuedAt", .number(Int(issuedAt))),
      .init("expiresAt", .number(Int(expiresAt))),
      .init("nextAt", state == .waiting ? .number(Int(nextAt)) : .null),
      .init("doneAt", doneAt.map { .number(Int($0)) } ?? .null),
    ]
  }
}
