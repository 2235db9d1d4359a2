// SPDX-License-Identifier: Apache-2.0
package import AppModel
package import SystemCalls

/// The defect of a bundle, by its first cause.
package enum BundleDefect: Error, Equatable, Sendable {
  /// The system failed at a file of the bundle; an empty path is the bundle's folder itself.
  case system(path: String, SystemError)
  /// The entry is neither a file, a folder nor a symbolic link.
  case special(String)
  /// Set-user-ID, set-group-ID or sticky.
  case setID(String)
  /// A name in this folder is no UTF-8.
  case badName(folder: String)
  case seal(SealDefect)
  case notSigned
  case changed(String)
  case changedMode(String)
  case added(String)
  case missing(String)
}
