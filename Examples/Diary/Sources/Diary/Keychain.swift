// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The diary's secret, in the keychain.
struct Keychain {
  struct Failure: Error, CustomStringConvertible {
    let status: OSStatus
    var description: String { (SecCopyErrorMessageString(status, nil) as String?) ?? "OSStatus \(status)" }
  }

  private var query: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: "com.example.diary",
      kSecAttrAccount as String: "key",
    ]
  }

  func store(_ secret: Data) throws {
    let status = SecItemUpdate(query as CFDictionary, [kSecValueData as String: secret] as CFDictionary)
    switch status {
    case errSecSuccess: return
    case errSecItemNotFound:
      let item = query.merging([
        kSecValueData as String: secret,
        kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      ]) { $1 }
      let status = SecItemAdd(item as CFDictionary, nil)
      guard status == errSecSuccess else { throw Failure(status: status) }
    default: throw Failure(status: status)
    }
  }

  func secret() throws -> Data? {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query.merging([kSecReturnData as String: true]) { $1 } as CFDictionary, &result)
    switch status {
    case errSecSuccess: return result as? Data
    case errSecItemNotFound: return nil
    default: throw Failure(status: status)
    }
  }
}
