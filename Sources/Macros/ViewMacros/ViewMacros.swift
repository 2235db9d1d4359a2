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
    if let request = request.expandFreestandingMacro { return preview(request) }
    if let request = request.expandAttachedMacro, request.macro.typeName == "Entry" { return entry(request) }
    return .expandMacroResult(expandedSource: nil, diagnostics: [])
  }

  /// The compiler has checked the views and entries before it asks. Of a widget's preview a record is left where
  /// `bailey widget preview` finds it, in a program for debugging; of other views nothing.
  private static func preview(_ request: CompilerRequest.Freestanding) -> CompilerAnswer {
    let declared =
      request.macro.typeName == "WidgetPreview"
      ? PreviewDeclaration(request.syntax.source, discriminator: request.discriminator) : nil
    return .expandMacroResult(expandedSource: declared?.record ?? "", diagnostics: [])
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
