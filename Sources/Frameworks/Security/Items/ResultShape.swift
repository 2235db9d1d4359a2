// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import KeychainModel
import SystemCalls

/// The form in which a caller gets what was found: decided by the `kSecReturn…` keys and by whether one item was asked for.
struct ResultShape {
  let returns: ReturnSelection
  let limit: MatchLimit
  /// The authentication by which an object that is handed out does its work.
  var authentication = KeyAuthentication()

  /// The result of `SecItemCopyMatching`. Nil where there is nothing to hand out.
  func object(of results: [ItemResult]) -> AnyObject? {
    if limit == .one { return results.first.flatMap { element(of: $0) } }
    return NSArray(array: results.compactMap { element(of: $0) })
  }

  /// The object of an item: the value itself where one was asked for, a dictionary where several were.
  func element(of result: ItemResult) -> AnyObject? {
    switch returns {
    case []: nil
    case .data: result.data.map { $0.object }
    case .persistentReference: FileReference.data(of: result)
    case .reference: KeychainObject.make(of: result, authentication)
    default: dictionary(of: result)
    }
  }

  private func dictionary(of result: ItemResult) -> NSDictionary {
    var values: [String: Any] = [QueryKey.itemClass.rawValue: result.itemClass.rawValue]
    if result.kind == .file {
      if returns.contains(.attributes) {
        values.merge(FileAttributes.values(of: result.attributes ?? [:], result.itemClass)) { $1 }
      }
    } else if returns.contains(.attributes) || returns.contains(.data) {
      for (attribute, value) in result.attributes ?? [:] { values[attribute.rawValue] = value.object }
      if let certificate = result.certificate?.data { values["certdata"] = certificate.object }
    }
    if returns.contains(.data) { values[QueryKey.valueData.rawValue] = result.data?.object }
    if returns.contains(.persistentReference) {
      values[QueryKey.valuePersistentRef.rawValue] = FileReference.data(of: result)
    }
    if returns.contains(.reference) {
      values[QueryKey.valueRef.rawValue] = KeychainObject.make(of: result, authentication)
    }
    return NSDictionary(dictionary: values)
  }
}

extension AttributeValue {
  /// The object that stands for the value, in the type it was stored with.
  var object: AnyObject {
    switch self {
    case .string(let text): NSString(string: text)
    case .data(let bytes): NSData(data: Data(bytes))
    case .number(let number): NSNumber(value: number)
    case .boolean(let flag): NSNumber(value: flag)
    case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
    case .accessControl(let control): SecAccessControl(ofItem: control)
    }
  }
}

extension SecretData {
  /// A copy in the caller's memory: from here on the secret is the app's. No other copy is left behind.
  var object: NSData {
    withBytes { bytes in
      var copy = Data(count: bytes.count)
      var span = copy.mutableSpan
      span.copy(bytes)
      return copy as NSData
    }
  }
}
