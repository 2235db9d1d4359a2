// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel
import SecurityConstants

// Unsafe because Apple's signatures are: a result goes where a pointer says, which may be nil.

/// Adds an item. The result is that of the `kSecReturn…` keys, and untouched where there are none or the call fails.
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

/// Finds items, one unless `kSecMatchLimit` says otherwise. The result is untouched where the call fails.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  let request = RequestDictionary(query)
  return CallTrace.follow("SecItemCopyMatching", query, .search(request)) { () throws(KeychainStatus) in
    var search = request.query()
    unsafe search.options.routing.takesResult = result != nil
    let found = try Keychain.service.find(search)
    let shape = ResultShape(
      returns: request.options.returns, limit: request.options.limit ?? .one,
      authentication: request.authentication)
    unsafe result?.pointee = shape.object(of: found)
  }
}

/// Changes every item that the query finds, or none.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  let request = RequestDictionary(query)
  return CallTrace.follow("SecItemUpdate", query, changes: attributesToUpdate, .change(request)) {
    () throws(KeychainStatus) in
    try Keychain.service.update(request.query(), with: ItemChanges(attributesToUpdate))
  }
}

/// Deletes every item that the query finds.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  let request = RequestDictionary(query)
  return CallTrace.follow("SecItemDelete", query, .change(request)) { () throws(KeychainStatus) in
    try Keychain.service.delete(request.query())
  }
}
