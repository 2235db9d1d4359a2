// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import SystemCalls
import WebServer

// What the page for developers asks. The texts are read by `bailey`, in a process of its own.

extension InstanceWatcher {
  private static let longestQuery = 60_000
  private static let errorLength = 1000

  /// Why a query does what it does: `bailey keychain explain`.
  func explain(_ request: WebRequest) throws(ConsoleFailure) -> JSONValue {
    let text = request.bytes
    guard !text.isEmpty, text.count <= Self.longestQuery else { throw .badRequest }
    return try tool(["keychain", "explain", "--json", "-"], input: text)
  }

  /// What is in a bundle, and what its author should look at: `bailey app inspect` and `bailey privacy lint`.
  func inspect(_ path: String) throws(ConsoleFailure) -> JSONValue {
    guard path.hasPrefix("/"), !path.utf8.contains(where: { $0 < 0x20 }) else { throw .badRequest }
    let answer = try tool(["app", "inspect", "--json", path])
    guard case .object(let members) = answer, !members.contains(where: { $0.name == "failure" }) else { return answer }
    return .object(members + [JSONValue.Member("lints", try tool(["privacy", "lint", "--json", path]))])
  }

  /// What a command complains of; nil where it did what it was asked.
  func says(_ words: [String]) throws(ConsoleFailure) -> String? {
    let result: SiblingProgram.Result
    do { result = try SiblingProgram.run("bailey", words) } catch { throw .system(error) }
    return result.exitCode == 0 ? nil : Self.complaint(result)
  }

  private static func complaint(_ result: SiblingProgram.Result) -> String {
    let said = result.errors.hasPrefix("bailey: ") ? result.errors.dropFirst("bailey: ".count) : result.errors[...]
    return VisibleWord.line(String(said.prefix(errorLength)))
  }

  /// JSON, or what the tool says it could not understand.
  func tool(_ words: [String], input: [UInt8] = []) throws(ConsoleFailure) -> JSONValue {
    let result: SiblingProgram.Result
    do { result = try SiblingProgram.run("bailey", words, input: input) } catch { throw .system(error) }
    if let value = try? JSONReader.read(result.output, .tools) { return value }
    return .members(["failure": .string(Self.complaint(result))])
  }
}

extension JSONLimits {
  /// The limits of what Bailey's own programs print.
  static let tools = JSONLimits(bytes: 8 << 20, depth: 64, values: 200_000)
}
