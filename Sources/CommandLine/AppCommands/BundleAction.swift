// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The actions of `bailey app` about bundles, and of `bailey run`.
package enum BundleAction: Sendable, Equatable {
  /// Makes the authority of this instance where there is none, and shows it.
  case authority(CertificateForm)
  /// Makes a developer's certificate.
  case certificate(name: String, allowed: [String]?)
  /// Lets the developers of an authority publish here.
  case trust(file: String)
  /// Lets nothing of a developer be installed or started any more.
  case revoke(certificate: String)
  case sign(bundle: String, SigningIdentity)
  case verify(bundle: String)
  case install(bundle: String, UpdateConsent)
  case remove(app: String, RemovedData, RemovalConsent)
  case inspect(bundle: String, OutputForm)
  case new(name: String, identifier: String?, executable: String?)
  /// The data of an app: shown, copied into one archive, or removed.
  case data(app: String, DataUse)
  /// Hands files and folders to an app, takes them back, or shows which it has.
  case sharing(SharingAction)
  case running(OutputForm)
  /// Answers what the desktop's own portals ask, or writes the files by which they find that.
  case portal(export: String?)
  /// Makes the entry of an app in the desktop's menus.
  case exportDesktop(app: String)
  case run(app: String, arguments: [String])
  /// Builds a package, and runs it as an app that is gone afterwards.
  case runPackage(PackageRequest, arguments: [String])
}

package enum SharingAction: Sendable, Equatable {
  case share(app: String, paths: [String], SharingExtent)
  /// Takes files back from an app; without paths, all of them.
  case unshare(app: String, paths: [String])
  /// Lists what is shared; nil: of all apps.
  case list(app: String?, OutputForm)
}

package enum SharingExtent: Sendable, Equatable {
  case reading
  /// The app may change the files too, where it is entitled to that.
  case asEntitled
}

package enum DataUse: Sendable, Equatable {
  case show(OutputForm)
  case export(file: String)
  case delete(RemovalConsent)
}

/// A Swift package that is to run as an app.
package struct PackageRequest: Sendable, Equatable {
  package let folder: String
  /// The executable to be built, by its name; nil: the only one.
  package let product: String?
  package let configuration: BuildConfiguration
  package let platform: SourcePlatform

  package init(
    folder: String, product: String?, _ configuration: BuildConfiguration, _ platform: SourcePlatform = .linux
  ) {
    self.folder = folder
    self.product = product
    self.configuration = configuration
    self.platform = platform
  }
}

/// The platform whose parts of sources are compiled, where these ask for one.
package enum SourcePlatform: Sendable, Equatable { case linux, iOS }

package enum BuildConfiguration: String, Sendable, Equatable { case debug, release }

package enum CertificateForm: Sendable, Equatable { case words, pem }

package enum SigningIdentity: Sendable, Equatable {
  /// The identity of a developer, by the name of the certificate; nil: the only one.
  case developer(String?)
  case adHoc
}

/// Whether the person has said that the data may go.
package enum RemovalConsent: Sendable, Equatable { case given, notGiven }

/// Whether the person has said that an app may claim more than it did.
package enum UpdateConsent: Sendable, Equatable { case given, asked }

package enum RemovedData: Sendable, Equatable { case removed, kept }
