// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import ProtectionModel
package import SecretMemory

/// The key of a file of sealed records: there from the first unlock on, on this device alone.
package enum RecordKey {
  private static let keyClass = KeyClass.keychainAfterFirstUnlockThisDeviceOnly

  /// A fresh one, for records that begin.
  package static func make(_ keys: any ClassKeyService) throws(SealedRecordsError) -> NewKey {
    let made: NewKey
    do {
      made = try keys.makeKey(keyClass)
    } catch .refusedByLockState {
      throw .locked
    } catch {
      throw .unavailable
    }
    // Nothing is begun that could not be read.
    guard keys.isAvailable(keyClass) else { throw .locked }
    return made
  }

  /// Opens a stored key of records; nil where nobody can ever read what it sealed.
  package static func open(
    _ wrapped: [UInt8], _ keys: any ClassKeyService
  ) throws(SealedRecordsError) -> SecretBytes? {
    guard let wrapped = WrappedKey(keyClass: keyClass, bytes: wrapped) else { return nil }
    let key: SecretBytes
    do {
      key = try keys.unwrap(wrapped)
    } catch .refusedByLockState {
      throw .locked
    } catch .damaged {
      return nil
    } catch {
      throw .unavailable
    }
    guard key.count == AESGCM.keySize else { return nil }
    return key
  }
}
