// SPDX-License-Identifier: Apache-2.0

/// An app that is installed: what its signature proved when it was, and where it lies.
package struct InstalledApp: Sendable, Equatable {
  package let requirement: CodeRequirement
  /// SHA-256 of the sealed list: the very contents that were installed.
  package let seal: [UInt8]
  /// The publisher's name, as the certificate has it; empty for an ad-hoc signature.
  package let signer: String
  package let description: AppDescription
  /// `Info.plist` as it is in the bundle.
  package let info: [UInt8]
  /// The entitlements as they are in the bundle, XML.
  package let xml: [UInt8]
  package let entitlements: Entitlements

  package init(
    publisher: Publisher, signer: String, seal: [UInt8], info: [UInt8], xml: [UInt8]
  ) throws(InstalledAppDefect) {
    do { description = try AppDescription(propertyList: info.span) } catch { throw .description(error) }
    do { entitlements = try Entitlements(xml: xml.span) } catch { throw .entitlements(error) }
    requirement = CodeRequirement(identifier: description.identifier, publisher: publisher)
    if let group = entitlements.foreignGroup(for: requirement) { throw .foreignGroup(group) }
    self.seal = seal
    self.signer = signer
    self.info = info
    self.xml = xml
  }

  /// Whether a signature shows that it comes from who made the other one. An ad-hoc signature shows that of nothing but the very same
  /// contents.
  package func isUpdate(of other: InstalledApp) -> Bool {
    requirement == other.requirement && (requirement.publisher != .adHoc || seal == other.seal)
  }

  package var identifier: String { requirement.identifier }
  /// The bundle's folder, below that of all apps.
  package var folder: String { "\(identifier)/\(Hexadecimal.text(seal))/\(bundleName)" }
  /// The groups of the keychain that nobody but this app has.
  package var ownGroups: [String] { [requirement.applicationIdentifier] }
  package var bundleName: String { description.bundleName }
}

/// Why a bundle cannot be installed, whatever its signature.
package enum InstalledAppDefect: Error, Equatable, Sendable {
  case description(DescriptionDefect)
  case entitlements(EntitlementsError)
  /// A group that does not begin with the publisher's prefix.
  case foreignGroup(String)
}
