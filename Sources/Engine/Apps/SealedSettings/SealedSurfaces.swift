// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
package import SystemCalls
import Threads
package import WidgetModel

/// The owner's choices of what surfaces show while the screen is locked. Where the record does not count, nothing
/// private is shown, until the owner says again what may be.
package final class SealedSurfaces: Sendable {
  private static let name = "surfaces"

  private struct State {
    var settings: SurfaceSettings
    var defect: RegisterSealError?
  }

  private let file: SealedFile
  private let state: Locked<State>

  package init(in folder: consuming FileDescriptor, _ seals: any RegisterSeals) {
    file = SealedFile(Self.name, in: folder, seals)
    do throws(RegisterSealError) {
      state = Locked(State(settings: Self.settings(try file.read() ?? []), defect: nil))
    } catch {
      state = Locked(State(settings: SurfaceSettings(), defect: error))
    }
  }

  package var settings: SurfaceSettings { state.withLock { $0.settings } }

  /// Why what was found does not count, if it does not.
  package var defect: RegisterSealError? { state.withLock { $0.defect } }

  /// Durable before it returns. `permit` is asked what the owner does by it, of the settings as they are then, and throws
  /// where that is not to be done.
  package func change<Refusal: Error>(
    _ changes: [SurfaceChange], permit: (OwnerOperation) throws(Refusal) -> Void,
    failing: (RegisterSealError) -> Refusal
  ) throws(Refusal) {
    try state.withLock { state throws(Refusal) in
      var settings = state.settings
      for change in changes { settings.apply(change) }
      try permit(settings.operation(after: state.settings))
      guard settings != state.settings || state.defect != nil else { return }
      do throws(RegisterSealError) {
        try file.write(Array(settings.lines.map { $0 + "\n" }.joined().utf8))
      } catch {
        throw failing(error)
      }
      state = State(settings: settings, defect: nil)
    }
  }

  private static func settings(_ text: [UInt8]) -> SurfaceSettings {
    var settings = SurfaceSettings()
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      if let change = SurfaceChange(String(line)) { settings.apply(change) }
    }
    return settings
  }
}
