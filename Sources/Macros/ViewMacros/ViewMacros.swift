// SPDX-License-Identifier: Apache-2.0

/// The program behind `#Preview` and `@Entry`: the compiler starts it and asks it to expand them.
///
/// It speaks the compiler's protocol itself, so that it needs neither the toolchain's syntax library nor its version.
@main struct ViewMacros {
  static func main() throws {
    let channel = CompilerChannel()
    while let request = try channel.next() { try channel.send(answer(to: request)) }
  }

  static func answer(to request: CompilerRequest) -> CompilerAnswer {
    if request.getCapability != nil { return .getCapabilityResult(capability: .init()) }
    // The compiler has checked the views and entries of a preview before it asks. There is nothing to be left of them in
    // a widget's program.
    if request.expandFreestandingMacro?.macro.typeName == "Preview" {
      return .expandMacroResult(expandedSource: "", diagnostics: [])
    }
    if let request = request.expandAttachedMacro, request.macro.typeName == "Entry" { return entry(request) }
    return .expandMacroResult(expandedSource: nil, diagnostics: [])
  }

  private static func entry(_ request: CompilerRequest.Attached) -> CompilerAnswer {
    do {
      let declaration = try EntryDeclaration(request.declSyntax.source)
      let text = request.macroRole == "accessor" ? declaration.accessors : declaration.key
      return .expandMacroResult(expandedSource: text, diagnostics: [])
    } catch {
      // The compiler asks for the accessors and for the key: the latter says what is wrong, and that alone.
      guard request.macroRole != "accessor" else {
        return .expandMacroResult(expandedSource: "get { preconditionFailure() }", diagnostics: [])
      }
      let place = request.declSyntax.location
      let before = request.declSyntax.source.prefix(while: \.isWhitespace).utf8.count
      let diagnostic = CompilerAnswer.Diagnostic(
        message: error.message, position: .init(fileName: place.fileName, offset: place.offset + before))
      return .expandMacroResult(expandedSource: nil, diagnostics: [diagnostic])
    }
  }
}
