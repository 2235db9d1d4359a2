// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
import KeychainModel
import KeychainObjects
import ProtectionModel

/// A key: public, or private with its public part.
/// Unchecked because `NSObject` is not said to be sendable; its own properties are constant.
public final class SecKey: NSObject, CFTypeIdentified, @unchecked Sendable {
  let material: Material

  enum Material: Sendable {
    case publicKey(PublicKeyMaterial)
    case privateKey(PrivateKeyMaterial)
    /// The private part is in the enclave; here is what it is asked with.
    case enclaveKey(EnclaveKey, ECPublicKey)
  }

  let authentication: KeyAuthentication

  init(_ material: Material, _ authentication: KeyAuthentication = KeyAuthentication()) {
    self.material = material
    self.authentication = authentication
  }

  /// The key itself if it is public.
  var publicMaterial: PublicKeyMaterial {
    switch material {
    case .publicKey(let key): key
    case .privateKey(let key): key.publicKey
    case .enclaveKey(_, let key): .ec(key)
    }
  }

  var isPrivate: Bool { if case .publicKey = material { false } else { true } }

  /// The number of the type among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 1

  /// Whether both are the same key of the same class. A private key is known by its public one: nobody has two for one.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SecKey else { return false }
    return isPrivate == other.isPrivate && publicMaterial == other.publicMaterial
  }

  /// Follows `isEqual`.
  public override var hash: Int { publicMaterial.hashValue }

  /// The kind and the size; nothing of the key.
  public override var description: String {
    "<SecKeyRef key class: \(isPrivate ? "private" : "public"), type: \(type.name), \(publicMaterial.bits) bits>"
  }
}

/// The type number of keys.
///
/// https://developer.apple.com/documentation/security/seckeygettypeid()
/// - Returns: The number, the same in each process.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { SecKey.typeIdentifier }
