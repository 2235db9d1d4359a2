// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import JSONCoding
import WebServer

/// The widget whose parameters are asked for, as the path of a request says it. The kind is an app's own word, and comes as hexadecimal.
struct WidgetChoicePath {
  let `extension`: String
  let kind: String

  init(_ parameters: [Substring]) throws(ConsoleFailure) {
    guard parameters.count == 2 else { throw .badRequest }
    try self.init(String(parameters[0]), String(parameters[1]))
  }

  fileprivate init(_ extension: String, _ hexadecimal: String) throws(ConsoleFailure) {
    guard let kind = [UInt8](hexadecimal: Substring(hexadecimal)), let kind = String(validating: kind, as: UTF8.self),
      !kind.hasPrefix("-"), !kind.utf8.contains(0)
    else { throw .badRequest }
    (self.extension, self.kind) = (`extension`, kind)
  }
}

/// The owner's choice for a parameter of a widget. The lines are the extension, the kind in hexadecimal, the parameter, and the value,
/// which is empty where a choice is taken back.
struct WidgetChoice {
  let widget: WidgetChoicePath
  let name: String
  let value: String

  init(_ request: WebRequest) throws(ConsoleFailure) {
    let lines = request.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 4, !lines[2].isEmpty, !lines[2].contains("="), !lines[3].utf8.contains(0) else {
      throw .badRequest
    }
    widget = try WidgetChoicePath(lines[0], lines[1])
    (name, value) = (lines[2], lines[3])
  }
}

extension InstanceWatcher {
  /// The parameters of a widget, with what is chosen for them and what can be: while unlocked only.
  func choices(_ wanted: WidgetChoicePath) throws(ConsoleFailure) -> JSONValue {
    try read(chosen("choose", wanted, ["--json"]))
  }

  /// Keeps a choice, of which nothing stands in a process's arguments, and gives the parameters as they are then.
  func choose(_ choice: WidgetChoice) throws(ConsoleFailure) -> JSONValue {
    _ = try read(chosen("choose", choice.widget, ["-"], input: Array("\(choice.name)=\(choice.value)\n".utf8)))
    return try choices(choice.widget)
  }

  private func chosen(
    _ command: String, _ wanted: WidgetChoicePath, _ words: [String], input: [UInt8] = []
  ) throws(ConsoleFailure) -> SiblingProgram.Result {
    guard let found = try extensions().first(where: { $0.identifier == wanted.extension }) else { throw .notFound }
    return try run(
      Self.program, [command, "--executable", found.program, "--kind", wanted.kind] + words, input: input)
  }

  private func read(_ result: SiblingProgram.Result) throws(ConsoleFailure) -> JSONValue {
    switch result.exitCode {
    case 0: return (try? JSONReader.read(result.output, .tools)) ?? .array([])
    // As `bailey` says that the lock state forbids it.
    case 77: throw .locked
    default: throw .unable
    }
  }
}
