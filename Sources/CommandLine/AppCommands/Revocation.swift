// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import CommandExecution
import KeychainCommandLine
import SystemCalls
import TerminalConsole
import X509Certificates

/// Whose signatures are to count no more, as somebody names them.
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
    let bytes = try InputFile.contents(of: name, atMost: Self.largest, console)
    let encoded = PEM.certificate(bytes) ?? bytes
    guard let certificate = try? Certificate(encoded.span) else {
      throw .particular(
        "\(Printable.oneLine(name)) is neither a certificate nor a developer of this instance.", .failed)
    }
    let key = certificate.publicKeyBits
    return Publisher(publicKey: key.span)
  }
}
