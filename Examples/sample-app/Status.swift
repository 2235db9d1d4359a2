// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry
import Foundation
import Security

/// Throws a status that is none of success.
func check(_ status: OSStatus) throws {
  guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
}

/// What a call returns that hands out an error.
func value<Value>(_ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?) throws -> Value {
  var error: Unmanaged<CFError>?
  if let value = call(&error) { return value }
  throw error!.takeRetainedValue() as Error
}

/// `aku presence`, and the like.
func accessControl(_ protection: String, _ flags: String) throws -> SecAccessControl {
  let chosen: SecAccessControlCreateFlags =
    switch flags {
    case "use": .privateKeyUsage
    case "presence": .userPresence
    case "passcode": .devicePasscode
    case "biometry": .biometryAny
    case "current": .biometryCurrentSet
    case "use+presence": [.privateKeyUsage, .userPresence]
    case "use+biometry": [.privateKeyUsage, .biometryAny]
    default: []
    }
  return try value { SecAccessControlCreateWithFlags(nil, protection as CFString, chosen, $0) }
}

/// What every query takes along.
func authenticating(_ query: [CFString: Any], _ context: Any?, _ interface: CFString?) -> CFDictionary {
  var query = query
  query[kSecUseAuthenticationContext] = context
  query[kSecUseAuthenticationUI] = interface
  return query as CFDictionary
}
