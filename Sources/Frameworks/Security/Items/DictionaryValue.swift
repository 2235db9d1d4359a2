// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import KeychainModel

/// A value of a dictionary, told apart by its dynamic type as Core Foundation would.
///
/// Iterating an `NSDictionary` yields Swift values: `String`, `Data` and `Date` for those classes, `Bool` for a
/// Boolean, `NSNumber` for every other number, and objects as they are.
enum DictionaryValue {
  case null
  case boolean(Bool)
  case number(Int64)
  case string(String)
  case data(Data)
  case date(Date)
  case identifier(UUID)
  case array([Any])
  case object(AnyObject)

  init(_ value: Any) {
    // A Boolean by its type alone: numbers that are 0 or 1 would cast. Then the usual ones: a cast that fails takes longest.
    if type(of: value) == Bool.self, let flag = value as? Bool {
      self = .boolean(flag)
      return
    }
    switch value {
    case let string as String: self = .string(string)
    case let number as NSNumber: self.init(number)
    case let data as Data: self = .data(data)
    case let date as Date: self = .date(date)
    case is NSNull: self = .null
    case let identifier as UUID: self = .identifier(identifier)
    case let array as [Any]: self = .array(array)
    default: self = .object(value as AnyObject)
    }
  }

  private init(_ number: NSNumber) {
    self = number.isBoolean ? .boolean(number.boolValue) : .number(number.int64Value)
  }

  /// A value of one of the usual objects, at a fraction of what it takes to make Swift values of them first; nil for
  /// others.
  fileprivate init?(plain object: AnyObject) {
    switch object {
    case let string as NSString: self = .string(string as String)
    case let number as NSNumber: self.init(number)
    default: return nil
    }
  }

  /// The value for an attribute; nil for what no such attribute takes.
  func value(of attribute: ItemAttribute) -> AttributeValue? {
    switch self {
    case .boolean(let flag): .boolean(flag)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .data(let data): .data([UInt8](data))
    case .date(let date): .date(date.timeIntervalSinceReferenceDate)
    case .identifier(let identifier): attribute.takesIdentifiers ? .string(identifier.uuidString) : nil
    case .object(let object): (object as? SecAccessControl).map { .accessControl($0.control) }
    case .null, .array: nil
    }
  }

  /// A number as a key is answered like an unknown attribute, any other object that is no string with `param`.
  var isNumber: Bool {
    switch self {
    case .number, .boolean: true
    default: false
    }
  }

  var secret: SecretData? { if case .data(let data) = self { SecretData(copying: data.span) } else { nil } }
}

extension NSDictionary {
  func visitEntries(_ body: (_ key: DictionaryValue, _ value: DictionaryValue) -> Void) {
    let areVisited = visitObjects { key, value in
      body(
        DictionaryValue(plain: key) ?? DictionaryValue(key),
        DictionaryValue(plain: value) ?? DictionaryValue(object(forKey: key) ?? value))
    }
    if areVisited { return }
    // In one go: iterating looks each key up once more.
    var (keys, values): ([Any], [Any]) = ([], [])
    getObjects(&values, andKeys: &keys, count: count)
    for (key, value) in zip(keys, values) { body(DictionaryValue(key), DictionaryValue(value)) }
  }
}

extension ItemAttribute {
  /// Whether a `UUID` is accepted for its text: by attributes that are texts, and by that of the user.
  fileprivate var takesIdentifiers: Bool {
    self == .multiUser || ItemClass.allCases.contains { ItemSchema.of($0)[self]?.type == .string }
  }
}
