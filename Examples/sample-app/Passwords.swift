// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry
import Foundation
import LocalAuthentication
import Security

/// The app's passwords.
struct Passwords {
  private let context: LAContext?
  private let interface: CFString?

  init(_ context: LAContext?, _ interface: CFString?) {
    self.context = context
    self.interface = interface
  }

  func add(_ account: String, _ secret: String, _ protection: String, _ flags: String) throws {
    var item = query(account)
    item[kSecValueData] = Data(secret.utf8)
    item[kSecAttrAccessControl] = flags == "none" ? nil : try accessControl(protection, flags)
    if flags == "none" { item[kSecAttrAccessible] = protection }
    try check(SecItemAdd(authenticating(item, context, interface), nil))
  }

  func find(_ account: String) throws -> String {
    var query = query(account)
    query[kSecReturnData] = true
    var result: CFTypeRef?
    try check(SecItemCopyMatching(authenticating(query, context, interface), &result))
    return String(decoding: result as! Data, as: UTF8.self)
  }

  func list() throws -> String {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true,
    ]
    var result: CFTypeRef?
    try check(SecItemCopyMatching(authenticating(query, context, interface), &result))
    return (result as! [[String: Any]]).compactMap { $0[kSecAttrAccount as String] as? String }.joined(separator: " ")
  }

  func change(_ account: String, _ secret: String) throws {
    let changes: NSDictionary = [kSecValueData: Data(secret.utf8)]
    try check(SecItemUpdate(authenticating(query(account), context, interface), changes))
  }

  func delete(_ account: String) throws { try check(SecItemDelete(query(account) as CFDictionary)) }

  private func query(_ account: String) -> [CFString: Any] {
    [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
  }
}
