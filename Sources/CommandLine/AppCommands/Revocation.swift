// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import BrokerClient
import CommandLineParsing
import OwnProcess
import SystemCalls
import TerminalConsole
import X509Certificates

/// The publisher whose signatures are to count no more, as somebody names it.
struct Revocation {
  let client: BrokerClient
  let console: Console

  private static let largest = 64 << 10

  /// The publisher of a name: a certificate's file, a developer of this instance, or the prefix of an installed app's
  /// publisher.
  func publisher(of name: String) throws(CommandFailure) -> Publisher {
    let developers = try SigningKeys(client: client).developers(nil)
    if let developer = developers.first(where: { $0.name == name || $0.publisher.team == name }) {
      return developer.publisher
    }
    let apps: [InstalledApp]
    do { apps = try client.installedApps() } catch { throw .broker(error) }
    let publishers = apps.map(\.requirement.publisher)
    if let publisher = publishers.first(where: { $0.team == name && $0 != .adHoc }) { return publisher }
    guard name == "-" || Environment.canonicalPath(name) != nil else {
      throw .particular(unknown(name, developers), .failed)
    }
    let bytes = try InputFile.contents(of: name, atMost: Self.largest, console)
    let encoded = PEM.certificate(bytes) ?? bytes
    guard let certificate = try? Certificate(encoded.span) else {
      throw .particular(
        "\(InputFile.name(of: name)) holds no certificate. Nothing was revoked.\n"
          + "Try: the developer's name, or what the developer's groups begin with: bailey app list", .failed)
    }
    let key = certificate.publicKeyBits
    return Publisher(publicKey: key.span)
  }

  private func unknown(_ name: String, _ developers: [SigningKeys.Developer]) -> String {
    let guess = closest(to: name.lowercased(), among: developers.map { $0.name.lowercased() })
    let near = developers.first { $0.name.lowercased() == guess }
      .map { " Did you mean '\(Printable.oneLine($0.name))'?" }
    return
      "'\(Printable.oneLine(name))' is no developer of this instance, no publisher of an installed app, and no file. "
      + "Nothing was revoked.\(near ?? "")\nTry: bailey app list, which names the publisher of each app"
  }
}
