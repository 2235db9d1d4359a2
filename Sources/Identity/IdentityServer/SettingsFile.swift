// SPDX-License-Identifier: Apache-2.0
package import IdentityService
package import JSONCoding
package import PostgreSQLDatabase
import SignInRules

/// The one file that a provider is configured by: a JSON object, of which every member is known.
package struct SettingsFile: Sendable, Equatable {
  package var settings: IdentitySettings
  /// The port on 127.0.0.1 that the provider listens on.
  package var port: UInt16
  /// The place of the database; nil for a file of the provider's own folder.
  package var database: PostgreSQLPlace?

  package static let largest = 64 << 10

  package enum Defect: Error, Equatable, Sendable {
    case notJSON(JSONError)
    case notObject
    case unknownMember(String)
    /// A member is missing, or has another type or form.
    case member(String)
    case address(IdentitySettings.Defect)
    case database(PostgreSQLPlace.Defect)
  }

  package init(_ settings: IdentitySettings, port: UInt16, database: PostgreSQLPlace? = nil) {
    (self.settings, self.port, self.database) = (settings, port, database)
  }

  package init(_ bytes: [UInt8]) throws(Defect) {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes, JSONLimits(bytes: Self.largest, depth: 2, values: 64))
    } catch { throw .notJSON(error) }
    guard case .object(let members) = value else { throw .notObject }
    var (texts, port): ([String: String], UInt16?) = ([:], nil)
    for member in members {
      switch (member.name, member.value) {
      case ("port", .number(let number)): port = UInt16(exactly: number)
      case (let name, .string(let text)) where Self.texts.contains(name): texts[name] = text
      case (let name, _): throw Self.known.contains(name) ? .member(name) : .unknownMember(name)
      }
    }
    guard let port, port > 0 else { throw .member("port") }
    guard let issuer = texts["issuer"] else { throw .member("issuer") }
    guard let name = texts["name"], !name.isEmpty, name.count <= 80 else { throw .member("name") }
    var settings = IdentitySettings(issuer: issuer, address: texts["address"] ?? issuer, name: name)
    if let text = texts["emailVerified"] {
      guard let form = IdentitySettings.ClaimForm(rawValue: text) else { throw .member("emailVerified") }
      settings.claimForm = form
    }
    if let text = texts["refreshLimit"] {
      guard let limit = IdentitySettings.RefreshLimit(rawValue: text) else { throw .member("refreshLimit") }
      settings.refreshLimit = limit
    }
    if let text = texts["notificationRetry"] {
      guard let retry = IdentitySettings.NotificationRetry(rawValue: text) else { throw .member("notificationRetry") }
      settings.notificationRetry = retry
    }
    if let text = texts["forwardedAddresses"] {
      guard let word = IdentitySettings.ForwardedAddresses(rawValue: text) else { throw .member("forwardedAddresses") }
      settings.forwardedAddresses = word
    }
    if let text = texts["privateEndpoints"] {
      guard let word = PrivateEndpoints(rawValue: text) else { throw .member("privateEndpoints") }
      settings.reach = word == .allowed ? .everywhere : .publicNetwork
    }
    if let path = texts["endpointAuthorities"] {
      guard path.hasPrefix("/") else { throw .member("endpointAuthorities") }
      settings.endpointAuthorities = path
    }
    if let defect = settings.defect { throw .address(defect) }
    var database: PostgreSQLPlace?
    do throws(PostgreSQLPlace.Defect) {
      if let text = texts["database"] { database = try PostgreSQLPlace(text) }
    } catch { throw .database(error) }
    self.init(settings, port: port, database: database)
  }

  /// Whether notifications go to this machine and to networks of its own.
  private enum PrivateEndpoints: String { case refused, allowed }

  private static let texts: Set<String> = [
    "issuer", "address", "name", "emailVerified", "refreshLimit", "notificationRetry", "privateEndpoints",
    "endpointAuthorities", "forwardedAddresses", "database",
  ]
  private static let known = texts.union(["port"])

  package var bytes: [UInt8] {
    let members =
      [
        "  \"issuer\": \(JSONValue.string(settings.issuer).text)",
        "  \"address\": \(JSONValue.string(settings.address).text)",
        "  \"name\": \(JSONValue.string(settings.name).text)", "  \"port\": \(port)",
        "  \"emailVerified\": \"\(settings.claimForm.rawValue)\"",
        "  \"refreshLimit\": \"\(settings.refreshLimit.rawValue)\"",
        "  \"notificationRetry\": \"\(settings.notificationRetry.rawValue)\"",
        "  \"forwardedAddresses\": \"\(settings.forwardedAddresses.rawValue)\"",
        "  \"privateEndpoints\": \"\(settings.reach == .publicNetwork ? "refused" : "allowed")\"",
      ]
      + (settings.endpointAuthorities.map { ["  \"endpointAuthorities\": \(JSONValue.string($0).text)"] } ?? [])
      + (database.map { ["  \"database\": \(JSONValue.string($0.text).text)"] } ?? [])
    return Array(("{\n" + members.joined(separator: ",\n") + "\n}\n").utf8)
  }

  func facts(isServing: Bool) -> [JSONValue.Member] {
    [
      .init("issuer", .string(settings.issuer)), .init("address", .string(settings.address)),
      .init("port", .number(Int(port))), .init("serving", .bool(isServing)),
      .init("database", .string(database == nil ? "file" : "postgresql")),
    ]
  }
}
