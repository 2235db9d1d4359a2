// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import JSONCoding

/// Reads the members of a JSON object by name. Members that nobody asks for are ignored: the standard adds some, and so do
/// browsers.
package struct FormReader: Sendable {
  package let members: [JSONValue.Member]
  /// The path of the object, for errors.
  private let path: String

  package init(_ bytes: [UInt8], _ limits: JSONLimits) throws(FormError) {
    let value: JSONValue
    do { value = try JSONReader.read(bytes, limits) } catch { throw .json(error) }
    try self.init(value)
  }

  package init(_ value: JSONValue, at path: String = "") throws(FormError) {
    guard case .object(let members) = value else { throw path.isEmpty ? .notAnObject : .wrongType(path) }
    self.members = members
    self.path = path
  }

  /// The member, unless it is missing or null.
  package func value(_ name: String) -> JSONValue? {
    let found = members.first { $0.name.isSameText(as: name) }?.value
    return found == .null ? nil : found
  }

  package func string(_ name: String) throws(FormError) -> String { try required(name, optionalString(name)) }
  package func bytes(_ name: String) throws(FormError) -> [UInt8] { try required(name, optionalBytes(name)) }
  package func object(_ name: String) throws(FormError) -> FormReader { try required(name, optionalObject(name)) }
  package func objects(_ name: String) throws(FormError) -> [FormReader] {
    try required(name, optionalObjects(name))
  }

  package func optionalString(_ name: String) throws(FormError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw .wrongType(path(of: name)) }
    return text
  }

  package func optionalBytes(_ name: String) throws(FormError) -> [UInt8]? {
    guard let text = try optionalString(name) else { return nil }
    guard let bytes = Base64URL.decode(text) else { throw .wrongType(path(of: name)) }
    return bytes
  }

  package func optionalBool(_ name: String) throws(FormError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let truth) = value else { throw .wrongType(path(of: name)) }
    return truth
  }

  package func optionalNumber(_ name: String) throws(FormError) -> Int? {
    guard let value = value(name) else { return nil }
    guard case .number(let number) = value else { throw .wrongType(path(of: name)) }
    return number
  }

  package func optionalObject(_ name: String) throws(FormError) -> FormReader? {
    guard let value = value(name) else { return nil }
    return try FormReader(value, at: path(of: name))
  }

  package func optionalObjects(_ name: String) throws(FormError) -> [FormReader]? {
    guard let elements = try optionalArray(name) else { return nil }
    var objects: [FormReader] = []
    for (index, element) in elements.enumerated() {
      objects.append(try FormReader(element, at: "\(path(of: name))[\(index)]"))
    }
    return objects
  }

  package func optionalStrings(_ name: String) throws(FormError) -> [String]? {
    guard let elements = try optionalArray(name) else { return nil }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw .wrongType(path(of: name)) }
      texts.append(text)
    }
    return texts
  }

  private func optionalArray(_ name: String) throws(FormError) -> [JSONValue]? {
    guard let value = value(name) else { return nil }
    guard case .array(let elements) = value else { throw .wrongType(path(of: name)) }
    return elements
  }

  private func required<Value>(_ name: String, _ value: Value?) throws(FormError) -> Value {
    guard let value else { throw .missing(path(of: name)) }
    return value
  }

  package func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
