// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import InProcessKeychain
import Security
import Testing

/// The row "Ref + anything" of the table "Shape of the result", for what there are objects of.
@Suite struct ReturnedObjectTests {
  private let keychain: InProcessKeychain
  private let calls: Calls
  private let key: SecKey
  private let leaf: SecCertificate
  private let identity: SecIdentity

  init() throws {
    keychain = try InProcessKeychain()
    calls = Calls(keychain: keychain.session())
    let parameters: NSDictionary = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
    let made = SecKeyCreateRandomKey(parameters, nil)
    key = try #require(made)
    leaf = try certificate(of: key, serial: 1)
    identity = try #require(SecIdentityCreate(nil, leaf, key))
    #expect(calls.add([kSecValueRef: identity]).status == 0)
  }

  /// What there is of each class, and its data.
  private func objects() throws -> [(itemClass: CFString, object: NSObject, data: Data)] {
    let copied = SecKeyCopyExternalRepresentation(key, nil)
    let bytes = try #require(copied) as Data
    return [
      (kSecClassKey, key, bytes), (kSecClassCertificate, leaf, SecCertificateCopyData(leaf) as Data),
      (kSecClassIdentity, identity, bytes),
    ]
  }

  /// The dictionary of a single item, which must be that of an array's element.
  private func dictionary(_ itemClass: CFString, _ returns: CFString...) throws -> [String: Any] {
    let query: NSMutableDictionary = [kSecClass: itemClass, kSecReturnRef: true]
    for key in returns { query[key] = true }
    let one = try #require(calls.find(query).result as? [String: Any])
    query[kSecMatchLimit] = kSecMatchLimitAll
    let all = try #require(calls.find(query).result as? [[String: Any]])
    #expect(all.map { $0 as NSDictionary } == [one as NSDictionary])
    #expect(one[kSecClass as String] as? String == itemClass as String)
    return one
  }

  @Test func `Reference and attributes: a dictionary with the object, without the data`() throws {
    for (itemClass, object, _) in try objects() {
      let found = try dictionary(itemClass, kSecReturnAttributes)
      #expect(found[kSecValueRef as String] as? NSObject == object, "\(itemClass)")
      #expect(found[kSecValueData as String] == nil && found[kSecValuePersistentRef as String] == nil, "\(itemClass)")
      #expect(found[kSecAttrAccessGroup as String] as? String == "app", "\(itemClass)")
    }
    let attributes = try dictionary(kSecClassIdentity, kSecReturnAttributes)
    #expect(attributes[kSecAttrLabel as String] as? String == "Me", "the certificate's")
    #expect(attributes[kSecAttrKeyClass as String] as? Int == 1, "the key's")
  }

  @Test func `Reference and data: a dictionary with the object, the data and the attributes`() throws {
    for (itemClass, object, data) in try objects() {
      let found = try dictionary(itemClass, kSecReturnData)
      #expect(found[kSecValueRef as String] as? NSObject == object, "\(itemClass)")
      #expect(found[kSecValueData as String] as? Data == data, "\(itemClass)")
      #expect(found[kSecAttrAccessGroup as String] as? String == "app", "\(itemClass)")
    }
    let identity = try dictionary(kSecClassIdentity, kSecReturnData)
    #expect(identity["certdata"] as? Data == SecCertificateCopyData(leaf) as Data)
  }

  @Test func `Reference and persistent reference: a dictionary of the two, which finds the object again`() throws {
    for (itemClass, object, _) in try objects() {
      let found = try dictionary(itemClass, kSecReturnPersistentRef)
      #expect(Set(found.keys) == ["class", "v_Ref", "v_PersistentRef"], "\(itemClass)")
      #expect(found[kSecValueRef as String] as? NSObject == object, "\(itemClass)")
      let reference = try #require(found[kSecValuePersistentRef as String] as? Data)
      #expect(reference.prefix(4) == Data((itemClass as String).utf8) && reference.count == 20)
      let again = calls.find([kSecValuePersistentRef: reference, kSecReturnRef: true]).result
      #expect(again as? NSObject == object, "\(itemClass)")
    }
  }

  @Test func `All four: a dictionary of all`() throws {
    for (itemClass, object, data) in try objects() {
      let found = try dictionary(itemClass, kSecReturnAttributes, kSecReturnData, kSecReturnPersistentRef)
      #expect(found[kSecValueRef as String] as? NSObject == object, "\(itemClass)")
      #expect(found[kSecValueData as String] as? Data == data, "\(itemClass)")
      #expect((found[kSecValuePersistentRef as String] as? Data)?.count == 20, "\(itemClass)")
      #expect(found[kSecAttrLabel as String] as? String == (itemClass == kSecClassKey ? nil : "Me"), "\(itemClass)")
    }
  }
}
