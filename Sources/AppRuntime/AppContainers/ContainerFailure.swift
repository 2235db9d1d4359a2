// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// Why the folders of apps are not there.
package enum ContainerFailure: Error, Equatable, Sendable {
  case notRunning
  /// The protected files are not mounted.
  case noMount
  /// The lock state keeps them closed.
  case locked
  /// The file or folder at this path failed.
  case file(String, SystemError)
  /// A folder that was to be removed is there still.
  case notAllRemoved(String)
}
