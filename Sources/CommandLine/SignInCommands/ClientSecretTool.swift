// SPDX-License-Identifier: Apache-2.0
import Clocks
import SignInRules
import TerminalConsole

/// Carries out `bailey signin secret`.
enum ClientSecretTool {
  static func secret(_ options: SecretOptions, _ console: Console) throws(DoctorFailure) -> String {
    let folder = try KeyFolder([options.key], keyID: options.keyID, console)
    guard let file = folder.files.first, let id = file.id else { throw .keyUnnamed(options.key) }
    let making = SecretMaking(
      client: options.client, team: options.team, keyID: id, audience: options.issuer, now: WallClock.seconds)
    do throws(SecretMaking.Failure) { return try making.text(file.key, breaking: options.broken) } catch {
      switch error {
      case .ofTheProvider(let rule): throw .secretBreaksNowhere(rule)
      case .crypto: throw .notSigned
      }
    }
  }
}
