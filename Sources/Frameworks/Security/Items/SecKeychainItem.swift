// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel

/// An item of the file-based keychain, which only programs with the rules of macOS see.
/// Unchecked because `NSObject` is not said to be sendable; its own properties are constant.
public final class SecKeychainItem: NSObject, CFTypeIdentified, @unchecked Sendable {
  let reference: PersistentReference

  /// Makes the object of an item; nil for an item of the data protection keychain: it has none.
  init?(_ result: ItemResult) {
    guard result.kind == .file, let reference = result.persistentReference else { return nil }
    self.reference = reference
  }

  /// The number of the type among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks + 7

  /// Whether both stand for the same item.
  public override func isEqual(_ object: Any?) -> Bool { (object as? SecKeychainItem)?.reference == reference }

  /// Follows `isEqual`.
  public override var hash: Int { reference.hashValue }
}

/// The type number of items.
///
/// https://developer.apple.com/documentation/security/seckeychainitemgettypeid()
/// - Returns: The number, the same in each process.
@discardableResult
public func SecKeychainItemGetTypeID() -> CFTypeID { SecKeychainItem.typeIdentifier }

/// The form of a persistent reference into the file-based keychain: another one than that of the data protection
/// keychain, so that each finds its way back.
enum FileReference {
  private static let mark = Array("file".utf8)

  static func data(of result: ItemResult) -> NSData? {
    result.persistentReference.map { reference in
      NSData(data: Data((result.kind == .file ? mark : []) + reference.bytes))
    }
  }

  /// The reference in data of such an item; nil for any other.
  static func reference(in data: Data) -> PersistentReference? {
    guard data.starts(with: mark) else { return nil }
    let bytes = [UInt8](data.dropFirst(mark.count))
    return try? PersistentReference(bytes.span)
  }
}
