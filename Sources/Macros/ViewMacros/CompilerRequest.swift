// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The request of the compiler to a macro's program, of which one member is there.
struct CompilerRequest: Decodable {
  struct Greeting: Decodable {}

  /// A macro that stands for itself, as `#Preview`.
  struct Freestanding: Decodable {
    let macro: MacroName
    let discriminator: String
    let syntax: Source
  }

  /// A macro at a declaration, as `@Entry`.
  struct Attached: Decodable {
    let macro: MacroName
    let macroRole: String
    let declSyntax: Source
  }

  struct MacroName: Decodable { let typeName: String }

  struct Source: Decodable {
    struct Location: Decodable {
      let fileName: String
      let offset: Int
    }
    let source: String
    let location: Location
  }

  let getCapability: Greeting?
  let expandFreestandingMacro: Freestanding?
  let expandAttachedMacro: Attached?
}

/// The answer to the compiler.
enum CompilerAnswer: Encodable {
  case getCapabilityResult(capability: Capability)
  case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])

  struct Capability: Encodable {
    /// The version of these messages, as of Swift 6.
    let protocolVersion = 7
  }

  struct Diagnostic: Encodable {
    struct Position: Encodable {
      let fileName: String
      let offset: Int
    }
    let message: String
    let severity = "error"
    let position: Position
    let highlights: [String] = []
    let notes: [String] = []
    let fixIts: [String] = []
  }
}

/// Frames on standard input and output: eight bytes of length, the lowest first, and JSON.
struct CompilerChannel {
  private let input = FileHandle.standardInput
  private let output = FileHandle.standardOutput

  /// Reads the next request; nil at the end, which the compiler says with an empty frame, or by going away.
  func next() throws -> CompilerRequest? {
    guard let head = try read(8) else { return nil }
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length > 0, let body = try read(length) else { return nil }
    return try JSONDecoder().decode(CompilerRequest.self, from: body)
  }

  private func read(_ count: Int) throws -> Data? {
    var bytes = Data()
    while bytes.count < count {
      guard let more = try input.read(upToCount: count - bytes.count), !more.isEmpty else { return nil }
      bytes += more
    }
    return bytes
  }

  func send(_ answer: CompilerAnswer) throws {
    let body = try JSONEncoder().encode(answer)
    let head = (0..<8).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
    try output.write(contentsOf: head + body)
  }
}
