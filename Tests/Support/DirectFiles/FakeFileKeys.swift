// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
package import ProtectionModelTesting
package import SecretMemory

/// The class keys a test drives, as the files use them.
package struct FakeFileKeys: ClassKeyService {
  package let keys: FakeClassKeys

  package init(keys: FakeClassKeys) { self.keys = keys }

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey { try keys.makeKey(keyClass) }
  package func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes { try keys.unwrap(wrapped) }
  package func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try keys.rewrap(wrapped, to: keyClass)
  }
  package func isAvailable(_ keyClass: KeyClass) -> Bool { keys.isAvailable(keyClass) }
}
