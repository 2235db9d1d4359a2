// SPDX-License-Identifier: Apache-2.0
import CallerIdentity

/// Whose share of `baileyd` something takes up: a process of its own, or a start of an app, whatever processes it makes.
enum CallerAccount: Hashable, Sendable {
  case process(Int32)
  /// The account of an app's start, by the process that started the app and lives as long as it does.
  case start(launcher: Int32)

  init(_ origin: ConnectionOrigin, process: Int32) {
    self =
      switch origin {
      case .shared: .process(process)
      case .launched(let app, _): .start(launcher: app.launcher)
      }
  }
}
