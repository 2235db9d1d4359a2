// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@Suite struct SharedWebCredentials {
  @Test func `A suggested password has Apple's form`() throws {
    let password = try #require(SecCreateSharedWebCredentialPassword()) as String
    #expect(password.split(separator: "-").map(\.count) == [3, 3, 3, 3])
    #expect(password != SecCreateSharedWebCredentialPassword() as String?)
  }

  @Test func `No website shares passwords with an app here`() async {
    let added = await withCheckedContinuation { continuation in
      SecAddSharedWebCredential("example.com" as CFString, "me" as CFString, "secret" as CFString) { error in
        continuation.resume(returning: error.map { OSStatus(CFErrorGetCode($0)) })
      }
    }
    #expect(added == errSecMissingEntitlement)
    let requested = await withCheckedContinuation { continuation in
      SecRequestSharedWebCredential("example.com" as CFString, nil) { items, error in
        continuation.resume(returning: (items == nil, error.map { OSStatus(CFErrorGetCode($0)) }))
      }
    }
    #expect(requested.0)
    #expect(requested.1 == errSecItemNotFound)
  }
}
