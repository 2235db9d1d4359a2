// SPDX-License-Identifier: Apache-2.0
package import AppNames
package import AppSandbox
import ExtensionSandbox
package import SystemCalls

/// Why no widget was drawn: facts, which the command line turns into sentences.
package enum WidgetFailure: Error, Equatable, Sendable {
  case notRunning
  case noState
  /// No built program in the package's folder, or several.
  case noProgram(folder: String)
  case file(path: String, SystemError)
  case entitlements(path: String)
  /// The sandbox's program is not installed.
  case noSandbox
  case notStarted(SystemError)
  case notConfined(SandboxFailure)
  /// The bundle at a path is not what was installed.
  case changed(String)
  /// The extension took longer than it may.
  case overdue
  /// The extension ended in the middle.
  case ended
  /// The extension's bytes are no answer, or one with too many views.
  case malformed
  /// The extension keeps more than it may.
  case full
  case said(String)
  /// A developer's program, which may have no widgets, answered the first question with nothing.
  case toldNothing
  /// A timeline without entries.
  case empty
  case noWidget(kind: String?)
  case noFamily(String, of: String)
  case noParameter(String, of: String)
  /// A text is none of what can be chosen for a parameter.
  case noChoice(String, for: String)
  /// There is nowhere to keep it.
  case notKept
  case notOffered
  /// A word that means no extension, or several.
  case app(AppNameError)
  /// The app has no extension.
  case noExtension(app: String)
  case unstable
  /// Nothing is performed while others may stand before the screen.
  case lockedScreen
  /// Nothing but placeholders is asked for while the screen is locked.
  case lockedSamples
  /// No control or link is seen there, or none has that name or number.
  case nothingToTap(String)
  /// The place is no point, or has a name as well.
  case place(String)
  /// A link that runs something, or is none.
  case unsafeLink
  /// The program that opens links.
  case noOpener(SystemError)
  /// `baileyd` gives the picture no name.
  case unpublished
}

extension WidgetFailure {
  init(_ failure: ExtensionFailure) {
    self =
      switch failure {
      case .noSandbox: .noSandbox
      case .notStarted(let error): .notStarted(error)
      case .notConfined(let failure): .notConfined(failure)
      case .overdue: .overdue
      case .ended: .ended
      case .malformed: .malformed
      case .full: .full
      case .said(let reason): .said(reason)
      }
  }
}
