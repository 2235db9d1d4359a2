// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
import MemorySearch
import SecretMemory
import SoftwareTPM
import Testing
import TrustedPlatformModule

/// The library under the TPM keeps commands and responses in its memory: not those with our secret.
@Suite(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"))
struct NoTraceTests {
  @Test func `Sealing leaves no secret`() async {
    await #expect(processExitsWith: .success) {
      let places = try SoftwareTPM.run { software in
        var tpm = try connect(software)
        let secret = SystemRandom.secret(32)
        _ = try tpm.seal(secret)
        return try MemorySearch.places(of: secret)
      }
      exit(places == 0 ? 0 : 1)
    }
  }

  @Test func `Unsealing leaves no secret`() async {
    await #expect(processExitsWith: .success) {
      let places = try SoftwareTPM.run { software in
        var tpm = try connect(software)
        let sealed = try tpm.seal(SystemRandom.secret(32))
        return try MemorySearch.places(of: tpm.unseal(sealed))
      }
      exit(places == 0 ? 0 : 1)
    }
  }
}
