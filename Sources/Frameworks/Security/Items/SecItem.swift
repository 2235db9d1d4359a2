// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel
import SecurityConstants

// Unsafe because Apple's signatures are: a result goes where a pointer says, which may be nil.

/// Adds an item.
///
/// https://developer.apple.com/documentation/security/secitemadd(_:_:)
/// - Parameters:
///   - attributes: The class, the attributes, and the data or the object.
///   - result: Receives what the `kSecReturn…` keys ask for; untouched where there are none or the call fails. May be
///     nil.
/// - Returns: `errSecSuccess`, `errSecDuplicateItem` where the primary key is taken, `errSecParam` and
///   `errSecNoSuchAttr` for what no such item has, `errSecInteractionNotAllowed` where the lock state has no key to
///   seal it with, `errSecMissingEntitlement` for a group that is not the caller's.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  let request = RequestDictionary(attributes)
  return CallTrace.follow("SecItemAdd", attributes, .addition(request)) { () throws(KeychainStatus) in
    let added = try Keychain.service.add(request.addition())
    guard let added, !request.options.returns.isEmpty else { return }
    let element = ResultShape(
      returns: request.options.returns, limit: .one, authentication: request.authentication
    ).element(of: added)
    // The file-based keychain answers with a list, even of one.
    unsafe result?.pointee = added.kind == .file ? element.map { NSArray(array: [$0]) } : element
  }
}

/// Finds items, one unless `kSecMatchLimit` says otherwise.
///
/// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
/// - Parameters:
///   - query: The class, the attributes to match, and what to return.
///   - result: Receives the item, or an array where `kSecMatchLimit` asks for several; untouched where the call fails.
///     May be nil.
/// - Returns: `errSecSuccess`, `errSecItemNotFound`, `errSecInteractionNotAllowed` where the lock state keeps the
///   item's key away, `errSecUserCanceled` and `errSecAuthFailed` where a person was asked, `errSecParam` and
///   `errSecNoSuchAttr` for what no query has.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  let request = RequestDictionary(query)
  return CallTrace.follow("SecItemCopyMatching", query, .search(request)) { () throws(KeychainStatus) in
    let found = try Keychain.service.find(request.query())
    let shape = ResultShape(
      returns: request.options.returns, limit: request.options.limit ?? .one,
      authentication: request.authentication)
    unsafe result?.pointee = shape.object(of: found)
  }
}

/// Changes every item that the query finds, or none of them.
///
/// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
/// - Parameters:
///   - query: Which items, as for `SecItemCopyMatching`.
///   - attributesToUpdate: The new attributes and data.
/// - Returns: As `SecItemCopyMatching`; `errSecDuplicateItem` where a changed item would have another one's primary
///   key.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  let request = RequestDictionary(query)
  return CallTrace.follow("SecItemUpdate", query, changes: attributesToUpdate, .change(request)) {
    () throws(KeychainStatus) in
    try Keychain.service.update(request.query(), with: ItemChanges(attributesToUpdate))
  }
}

/// Deletes every item that the query finds.
///
/// https://developer.apple.com/documentation/security/secitemdelete(_:)
/// - Parameter query: Which items, as for `SecItemCopyMatching`.
/// - Returns: As `SecItemCopyMatching`. The lock state keeps nobody from deleting.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  let request = RequestDictionary(query)
  return CallTrace.follow("SecItemDelete", query, .change(request)) { () throws(KeychainStatus) in
    try Keychain.service.delete(request.query())
  }
}
