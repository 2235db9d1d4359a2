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
  case refused(RegisterDefect)
  /// The enclave does not answer, or refuses for a reason of its own.
  case noSeal
}

/// Why a register does not count.
package enum RegisterDefect: Sendable, Equatable {
  /// It was not sealed by this instance's enclave, or was changed since.
  case forged
  /// A newer one has been in force: an old copy was put in its place.
  case older
  /// There was one, and it is gone.
  case missing
}
