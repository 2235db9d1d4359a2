// SPDX-License-Identifier: Apache-2.0
import AppModel
import PrivacyDeclarations
import TerminalConsole

/// The screens of its own that an app shows before the system's alerts, as its `Info.plist` declares them.
package enum DeclaredScreens {
  /// Checks the declared screens: what `bailey privacy lint` refuses of them is not signed, installed or started.
  package static func check(_ info: [UInt8], of bundle: String) throws(CommandFailure) {
    let findings = BundleDeclarations.refusedScreens(of: info)
    guard !findings.isEmpty else { return }
    let lines = findings.map { finding in
      "\(AppDescription.file):\(finding.line): \(finding.rule.rawValue): \(Printable.oneLine(finding.message))"
    }
    throw .particular(
      "\(Printable.oneLine(bundle)) declares a screen before an alert that is not allowed.\n"
        + lines.joined(separator: "\n") + "\nTry: bailey privacy lint, on the bundle", .failed)
  }
}
