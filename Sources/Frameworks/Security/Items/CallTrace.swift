// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import KeychainModel
import SecurityConstants

/// `BAILEY_TRACE=1`: each call on the keychain on standard error, its values as their types and lengths only, with the
/// caller's groups and every row that was considered, and why it was refused. What rows hold is never said, only which of
/// their attributes differ.
enum CallTrace {
  private static let isOn = ProcessInfo.processInfo.environment["BAILEY_TRACE"] == "1"

  /// Runs the call and answers its status, success included.
  static func follow(
    _ name: String, _ query: NSDictionary, changes: NSDictionary? = nil, _ search: TracedSearch,
    call: () throws(KeychainStatus) -> Void
  ) -> OSStatus {
    // Before the call: afterwards what was deleted is gone, and what was added is there.
    let rows = isOn ? search.lines(Keychain.service as? any SearchExaminer) : []
    let status: OSStatus
    do {
      try call()
      status = errSecSuccess
    } catch {
      status = error.rawValue
    }
    if isOn {
      let text = line(name, query, changes, status) + rows.map { "bailey:   \($0)\n" }.joined()
      FileHandle.standardError.write(Data(text.utf8))
    }
    return status
  }

  static func line(_ name: String, _ query: NSDictionary, _ changes: NSDictionary?, _ status: OSStatus) -> String {
    let meaning = ResultMessages.text(for: status).map { " (\($0))" } ?? ""
    return "bailey: \(name) \(keys(of: query))\(changes.map { " to \(keys(of: $0))" } ?? "") -> \(status)\(meaning)\n"
  }

  private static func keys(of dictionary: NSDictionary) -> String {
    "{" + dictionary.map { "\($0.key): \(redacted($0.value, of: $0.key))" }.sorted().joined(separator: ", ") + "}"
  }

  /// Values of these keys say what is asked for, and nothing about anyone.
  private static let plain = Set(
    [ItemAttribute.accessible, .synchronizable].map(\.rawValue)
      + [
        QueryKey.itemClass, .useDataProtectionKeychain, .matchLimit, .returnData, .returnAttributes, .returnRef,
        .returnPersistentRef, .useAuthenticationUI, .useNoAuthenticationUI,
      ].map(\.rawValue))

  private static func redacted(_ value: Any, of key: Any) -> String {
    if let key = key as? String, plain.contains(key), value is String || value is NSNumber { return "\(value)" }
    switch DictionaryValue(value) {
    case .null: return "null"
    case .boolean: return "Boolean"
    case .number: return "number"
    case .string(let text): return "string of \(text.utf8.count) bytes"
    case .data(let data): return "data of \(data.count) bytes"
    case .date: return "date"
    case .identifier: return "UUID"
    case .array(let elements): return "array of \(elements.count)"
    case .object(let object): return "\(type(of: object))"
    }
  }
}
