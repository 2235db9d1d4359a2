// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// The owner's choices for the parameters of a kind of widget, in a file of the extension's own class: an account's number may be
/// among them.
extension SnapshotStore {
  private static let most = 64

  private static func name(_ kind: String) -> String { Fingerprint.text(of: Array(kind.utf8)) + ".choices" }

  /// The choices of a widget's owner. There are none where nobody has chosen, and where the lock state forbids to read them.
  package func choices(of kind: String) -> [IntentArgument] {
    guard let bytes = contents(Self.name(kind)) else { return [] }
    var reader = ArchiveReader(bytes)
    guard let choices = try? reader.value([IntentArgument].self), (try? reader.end()) != nil, choices.count <= Self.most
    else { return [] }
    return choices
  }

  /// Replaces the choices. Returns whether they are kept: else nothing has changed.
  package func keep(choices: [IntentArgument], of kind: String) -> Bool {
    choices.count <= Self.most && write(choices, Self.name(kind), protection, in: folder)
  }
}
