// SPDX-License-Identifier: Apache-2.0

/// An executable and what its owner says it is entitled to.
package struct AppRegistration: Sendable, Equatable {
  /// The bytes of it, in its canonical form.
  package let path: [UInt8]
  /// SHA-256 of the executable when it was registered: another one at the path is another program.
  package let digest: [UInt8]
  /// The entitlements as they were given.
  package let xml: [UInt8]
  package let entitlements: Entitlements

  /// Whether the registration stands for every executable in a folder, which is being developed there: the path ends
  /// with a slash.
  package var isFolder: Bool { path.last == UInt8(ascii: "/") }

  /// The value of a folder in the place of a file's digest.
  package static let folderDigest = [UInt8](repeating: 0, count: 32)

  package init(path: [UInt8], digest: [UInt8], xml: [UInt8]) throws(EntitlementsError) {
    entitlements = try Entitlements(xml: xml.span)
    self.path = path
    self.digest = digest
    self.xml = xml
  }
}

/// The groups that a program may reach, and the reason.
package struct AppAccess: Sendable, Equatable {
  package let standing: AppStanding
  /// `application-identifier`, for programs that are registered and have one.
  package let identifier: String?
  /// The access groups of the keychain, in order.
  package let groups: [String]
  package let isAppClip: Bool

  package init(standing: AppStanding, identifier: String?, groups: [String], isAppClip: Bool) {
    self.standing = standing
    self.identifier = identifier
    self.groups = groups
    self.isAppClip = isAppClip
  }
}

package enum AppStanding: UInt8, Sendable, CaseIterable {
  case registered = 1
  /// Something else was registered at this path: it needs registration again, and has its private group until then.
  case changed = 2
  case unregistered = 3
  /// The program lies in a registered folder, with whatever programs are built there.
  case development = 4
}
