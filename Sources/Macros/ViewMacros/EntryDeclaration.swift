// SPDX-License-Identifier: Apache-2.0

/// A variable under `@Entry`, as far as a value of the environment is declared with it.
///
/// The compiler has parsed it before: what is looked for here is where its parts are.
struct EntryDeclaration: Equatable {
  struct Failure: Error, Equatable { let message: String }

  let name: String
  /// The type as it is written; nil where it follows from the value.
  let type: String?
  let value: String?

  init(_ source: String) throws(Failure) {
    let code = SourceText(source).withoutComments
    guard let start = Self.end(ofVarIn: code) else { throw Failure(message: "@Entry is for a 'var'") }
    let rest = code[start...].drop(while: \.isWhitespace)
    let escaped = rest.first == "`"
    name = String(rest.dropFirst(escaped ? 1 : 0).prefix { $0 == "_" || $0.isLetter || $0.isNumber })
    let after = rest.dropFirst(name.count + (escaped ? 2 : 0))
    let parts = Self.parts(after)
    (type, value) = (parts.type, parts.value)
    guard !name.isEmpty, after.first != "," else { throw Failure(message: "@Entry is for one variable") }
    if parts.hasAccessors { throw Failure(message: "@Entry is for a variable without accessors") }
    if type == nil && value == nil { throw Failure(message: "@Entry needs a type or a value") }
    if value == nil && type?.last != "?" { throw Failure(message: "@Entry needs a value, unless the type is optional") }
  }

  /// The accessors that the variable gets.
  var accessors: String {
    """
    get { self[__Key_\(name).self] }
    set { self[__Key_\(name).self] = newValue }
    """
  }

  /// The key under which its value is kept.
  var key: String {
    let value = value ?? "nil"
    let declared =
      if let type { "static var defaultValue: \(type) { \(value) }" } else { "static let defaultValue = \(value)" }
    return "private struct __Key_\(name): EnvironmentKey { \(declared) }"
  }

  // MARK: - Parts

  /// Attributes and modifiers stand before, and may hold anything in parentheses.
  private static func end(ofVarIn code: String) -> String.Index? {
    var (depth, index) = (0, code.startIndex)
    while index < code.endIndex {
      switch code[index] {
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      let before = index == code.startIndex ? " " : code[code.index(before: index)]
      let isWord = before.isWhitespace || before == ")"
      if depth == 0, isWord, code[index...].hasPrefix("var"), code[index...].dropFirst(3).first?.isWhitespace == true {
        return code.index(index, offsetBy: 3)
      }
      index = code.index(after: index)
    }
    return nil
  }

  /// The type stands before the first `=` outside brackets, and the value behind it.
  private static func parts(_ code: Substring) -> (type: String?, value: String?, hasAccessors: Bool) {
    var (depth, previous) = (0, Character(" "))
    for index in code.indices {
      let character = code[index]
      if depth == 0, character == "=" {
        return (trimmed(code[..<index].dropType), trimmed(code[code.index(after: index)...]), false)
      }
      if depth == 0, character == "{" { return (trimmed(code[..<index].dropType), nil, true) }
      switch character {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where previous != "-": depth -= 1
      default: break
      }
      previous = character
    }
    return (trimmed(code.dropType), nil, false)
  }

  private static func trimmed(_ text: Substring?) -> String? {
    guard let text else { return nil }
    let front = text.drop(while: \.isWhitespace)
    guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(front[...last])
  }
}

extension Substring {
  /// The type behind the colon.
  fileprivate var dropType: Substring? {
    let rest = drop(while: \.isWhitespace)
    return rest.first == ":" ? rest.dropFirst() : nil
  }
}
