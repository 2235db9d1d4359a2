// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Keybag
import RootKey
import SystemCallFilter
import SystemCalls

/// How the program ends; the numbers are permanent.
package enum EnclaveExit: Int32, Sendable {
  /// The enclave ended by SIGTERM, or because the supervisor closed its channel.
  case asked = 0
  case failed = 1
  case usage = 2
  /// Starting again will not help: what is on the disk does not belong together.
  case damaged = 3
  /// The TPM is missing or another one, the key file is missing or open to others, or one of the keybag's files is missing.
  /// Putting back what is missing opens everything again.
  case rootKey = 4
  /// Everything was being erased when the power went, and a mark says so: nothing can be read, and the files may go too.
  case erased = 5
}

/// Why the enclave cannot start, or go on.
enum EnclaveStartError: Error, Equatable {
  case usage(String)
  case descriptor(Int32)
  case system(SystemError)
  /// The keybag is open in another enclave.
  case inUse
  case crypto(CryptoError)
  case keybag(KeybagError)
  /// The keybag has a key in neither of its files, and there are protected files that need one.
  case noKeys
  case rootKey(RootKeyError)
  case sandbox(SystemCallFilterError)
  /// Keys would be in memory that may be swapped out.
  case swappableSecrets

  var exit: EnclaveExit {
    switch self {
    case .usage, .descriptor: .usage
    case .system, .crypto, .sandbox, .swappableSecrets, .inUse: .failed
    case .rootKey, .keybag(.rootKey), .keybag(.lost), .noKeys: .rootKey
    case .keybag(.erased): .erased
    case .keybag(.damaged): .damaged
    case .keybag: .failed
    }
  }
}

func system<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(EnclaveStartError) -> Result {
  do { return try body() } catch { throw .system(error) }
}
