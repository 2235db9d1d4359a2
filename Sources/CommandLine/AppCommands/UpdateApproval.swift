// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import ConsentModel
import InstanceAccess
import PromptModel
import ProofModel
import SecretMemory
import TerminalConsole

/// Has the owner agree to what a new version of an app claims beyond the one that is installed.
struct UpdateApproval {
  private let app: AppDescription
  private let console: Console
  /// What the new version claims beyond the old one; nil where there is nothing to compare with: what a first version
  /// claims, its owner installs.
  private let claims: WiderClaims?
  private let claimed: Entitlements

  /// Entitlements that cannot be read claim nothing: `baileyd` refuses them.
  init(_ app: AppDescription, _ xml: [UInt8], _ before: InstalledApp?, console: Console) {
    (self.app, self.console) = (app, console)
    let claimed = (try? Entitlements(xml: xml.span)) ?? Entitlements()
    self.claimed = claimed
    claims = before.map { WiderClaims(claimed, beyond: $0.entitlements) }
  }

  /// Returns if it claims nothing more, or the owner agrees.
  func ask(_ consent: UpdateConsent) throws(CommandFailure) {
    guard let claims, !claims.openings.isEmpty else { return }
    console.note("\(app.identifier) \(Printable.oneLine(app.version)) claims more than the version that is installed:")
    for opening in claims.openings { console.note("  \(sentence(opening))") }
    guard consent == .asked else { return }
    guard console.inputIsTerminal else { throw refusal }
    console.writeInPlace("Install it? [y/N] ")
    guard ["y", "yes"].contains(console.readLine()?.lowercased() ?? "") else { throw refusal }
  }

  private var refusal: CommandFailure {
    .particular(
      "Nothing was installed.\nTry: bailey app install --yes BUNDLE, if \(app.identifier) may have that", .failed)
  }

  /// Gives the passcode to the enclave, under a number that `baileyd` then asks it for.
  func prove(_ seal: [UInt8]) throws(CommandFailure) -> QuestionNumber {
    console.note("What you answered \(app.identifier) will not bind it any more: the passcode is needed.")
    let passcode: SecretBytes
    do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
    return try OwnerProof.prove(.widenApp(app.identifier, seal: seal), by: passcode)
  }

  private func sentence(_ opening: SandboxEntitlement) -> String {
    let names = Printable.oneLine(claimed.names(opening).joined(separator: ", "))
    let means =
      switch opening {
      case .networkClient: "connections to others"
      case .networkServer: "connections from others, in a network of its own"
      case .chosenReading: "to read files that you choose"
      case .chosenWriting: "to change files that you choose"
      case .downloadsReading: "to read your Downloads, if you allow it"
      case .downloadsWriting: "to change your Downloads, if you allow it"
      case .homeReading, .absoluteReading: "to read \(names), if you allow it"
      case .homeWriting, .absoluteWriting: "to change \(names), if you allow it"
      case .portals: "the desktop's portals"
      case .wayland: "windows: also the screen and the pasteboard, where the compositor gives them, without asking"
      case .pipeWire: "sound: also the microphone and the camera, without asking"
      case .busTalk: "to speak on the session bus with \(names)"
      case .busOwn: "to be \(names) on the session bus"
      }
    return "\(opening.rawValue): \(means)"
  }
}
