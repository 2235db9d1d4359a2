// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import TerminalConsole

extension BundleRefusal {
  /// The refusal in a sentence for the person.
  var sentence: String {
    let subject = Printable.oneLine(subject)
    return switch cause {
    case .seal: "The sealed list cannot be read.\nTry: bailey app sign"
    case .signature: "The signature is not over this sealed list.\nTry: bailey app sign"
    case .weakDigest: "The signature uses a digest that can be forged; SHA-256 or a longer one is needed."
    case .weakKey: "The certificate's key is too weak: P-256, RSA of 2048 bits or more is needed."
    case .expired: "The developer's certificate has expired."
    case .notYetValid: "The developer's certificate is not valid yet."
    case .foreign:
      "No authority that is trusted here issued the developer's certificate.\nTry: bailey app trust CERTIFICATE"
    case .revoked:
      "The developer's certificate has been revoked here: nothing of this publisher is installed or started."
    case .wrongUse: "The certificate is not for signing code."
    case .description: "Info.plist describes no app.\nTry: bailey app inspect BUNDLE"
    case .entitlements: "Entitlements.plist holds no entitlements."
    case .foreignGroup:
      "'\(subject)' does not begin with the publisher's own prefix: another publisher's app may be meant."
    case .spelledOtherwise:
      "'\(subject)' is the same identifier in other capitals, and they do not make another app.\n"
        + "Try: \(subject) as CFBundleIdentifier, or bailey app remove \(subject)"
    case .otherPublisher: "'\(subject)' is another publisher's app.\nTry: bailey app remove \(subject)"
    case .groupTaken: "The group '\(subject)' is another publisher's."
    case .notInstalled: "'\(subject)' is not installed.\nTry: bailey app list"
    case .tooManyRunning: "As many apps run as can be served.\nTry: bailey app ps"
    case .notInProfile: "The developer's certificate does not allow '\(subject)'."
    case .notOfApp:
      "An extension in the bundle is entitled to '\(subject)', and its app is not: an extension has a part of what its app has."
    case .notAnAuthority:
      "That is no certificate of an authority.\n"
        + "Try: the file that 'bailey app ca --pem' writes on the developer's machine"
    }
  }
}
