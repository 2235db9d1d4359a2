// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The actions about browsers that offer passkeys to pages. The folder is the one below which the system's folders are;
/// empty for the system itself.
package enum BrowserAction: Sendable, Equatable {
  case install(root: String, BrowserInstallation)
  case remove(root: String, BrowserRemoval)
  case status(root: String, OutputForm)

  package var root: String {
    switch self {
    case .install(let root, _), .remove(let root, _), .status(let root, _): root
    }
  }
}

/// The users for whom Bailey is installed in browsers.
package enum BrowserInstallation: Sendable, Equatable {
  /// The extension, and the program that it speaks to.
  case everybody
  /// The extension, which does nothing where its user has no program for it.
  case extensionAlone
  /// The program, in the person's own folder.
  case user
}

/// Whether Bailey is removed from the browsers for everybody, or for the person alone.
package enum BrowserRemoval: Sendable, Equatable { case everybody, user }
