// SPDX-License-Identifier: Apache-2.0
package import Clocks
package import CryptoPrimitives
package import ProtectionModel
package import RootKey

/// The files, clock and randomness that a keybag uses.
package struct KeybagEnvironment {
  package var keybag: any ByteStore
  package var effaceable: any ByteStore
  package var root: any RootKeyProvider
  package var limits: LockLimits
  package var clock: BootClock
  /// The cost of deriving a passcode key in a keybag created now; asked for only then, as measuring takes a while.
  package var stretching: () -> Argon2id.Parameters

  package init(
    keybag: any ByteStore, effaceable: any ByteStore, root: any RootKeyProvider,
    limits: LockLimits = LockLimits(),
    clock: BootClock = .system,
    stretching: @escaping () -> Argon2id.Parameters = { Argon2id.calibrate(atLeastMilliseconds: 100) }
  ) {
    self.keybag = keybag
    self.effaceable = effaceable
    self.root = root
    self.limits = limits
    self.clock = clock
    self.stretching = stretching
  }
}
