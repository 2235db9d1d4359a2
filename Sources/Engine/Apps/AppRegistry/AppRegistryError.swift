// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// Why the registrations could not be read or changed; nothing has changed then.
package enum AppRegistryError: Error, Equatable, Sendable {
  case storage(SystemError)
  case damaged
  /// Written by a newer Bailey.
  case newerVersion
  case full
  case notRegistered
  /// The first group that is somebody else's, or has items already.
  case groupTaken(String)
}
