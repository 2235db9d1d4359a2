// SPDX-License-Identifier: Apache-2.0

/// `#Preview(...)` of a widget, as a call of the function that has the same parameters.
struct PreviewDeclaration {
  private let arguments: String
  private let name: String

  private static let word = "#Preview"
  /// "bprv": which records are previews of widgets. The section is the one that Swift Testing finds tests by.
  private static let kind = "0x6270_7276"

  init?(_ source: String, discriminator: String) {
    let code = SourceText(source).withoutComments
    guard let start = code.firstRange(of: Self.word) else { return nil }
    arguments = String(code[start.upperBound...])
    // The compiler takes a name that nobody else can have for one that a macro has made up.
    let local = "preview"
    name = "\(discriminator)\(local.utf8.count)\(local)fMu_"
  }

  var record: String {
    """
    #if DEBUG
    @section("swift5_tests") @used nonisolated private let \(name):
      (Swift.UInt32, Swift.UInt32, @convention(c) (Swift.UInt) -> Swift.Void, Swift.UInt, Swift.UInt) = (
        \(Self.kind), 0, { _ in WidgetKit.DeclaredPreview.declare\(arguments) }, 0, 0
      )
    #endif
    """
  }
}
