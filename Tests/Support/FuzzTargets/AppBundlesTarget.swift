// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import CertificateTrust
import CryptoPrimitives
import PropertyLists

/// What comes with an app from anywhere: its sealed list, its signature and its property lists; and the register of those that are
/// installed.
package enum AppBundlesTarget: FuzzTarget {
  package static let name = "AppBundles"

  package static func run(_ bytes: [UInt8]) {
    if let list = try? SealedList.decode(bytes.span) {
      precondition((try? list.encoded()) == bytes, "a list has another form")
      precondition(list.entries.allSatisfy { BundlePath.isInside($0.path) }, "a path leads out of the bundle")
    }
    _ = try? PropertyList.read(bytes.span)
    if let app = try? AppDescription(propertyList: bytes.span) {
      precondition(AppDescription.isIdentifier(app.identifier) && !app.identifier.contains("/"))
    }
    // A signature over nothing that anybody signed is nobody's.
    if let signer = try? CodeSignature.signer(of: bytes, over: [1]) { precondition(!signer.certificate.isEmpty) }
    register(bytes)
    register(bytes + SHA256.hash(bytes.span))
  }

  private static func register(_ bytes: [UInt8]) {
    guard let register = try? InstalledAppsFile.decode(bytes.span) else { return }
    guard let again = try? InstalledAppsFile.encode(register) else {
      preconditionFailure("a register is not written again")
    }
    precondition((try? InstalledAppsFile.decode(again.span)) == register, "a register has another form")
  }
}
