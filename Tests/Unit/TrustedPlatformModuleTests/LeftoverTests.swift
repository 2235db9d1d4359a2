// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
import SoftwareTPM
import SystemCalls
import Testing
import TrustedPlatformModule

/// What a process leaves in a TPM when it is killed.
@Suite struct LeftoverTests {
  /// TPM2_StartAuthSession: an HMAC session, neither salted nor bound.
  private static let startSession: [UInt8] =
    [0x80, 0x01, 0, 0, 0, 0x2B, 0, 0, 0x01, 0x76, 0x40, 0, 0, 0x07, 0x40, 0, 0, 0x07, 0, 16]
    + [UInt8](repeating: 1, count: 16) + [0, 0, 0, 0, 0x10, 0, 0x0B]

  /// TPM2_CreatePrimary: a key on P-256 of the owner's hierarchy that signs.
  private static let createPrimary: [UInt8] =
    [0x80, 0x02, 0, 0, 0, 0x43, 0, 0, 0x01, 0x31, 0x40, 0, 0, 0x01, 0, 0, 0, 9, 0x40, 0, 0, 0x09, 0, 0, 0, 0, 0]
    + [0, 4, 0, 0, 0, 0]
    + [0, 24, 0, 0x23, 0, 0x0B, 0, 0x04, 0, 0x72, 0, 0, 0, 0x10, 0, 0x18, 0, 0x0B, 0, 0x03, 0, 0x10, 0, 0, 0, 0]
    + [UInt8](repeating: 0, count: 6)

  /// Gives a command as a process does that is killed before it flushes what it got; returns the response code.
  private func give(_ command: [UInt8], to software: SoftwareTPM) throws -> [UInt8] {
    var command = command
    command[5] = UInt8(command.count)
    let connection = try #require(TPMInterface(software.connection)).open()
    try connection.write(command.span)
    var response = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(connection.raw, &response, response.count)
    return Array(response.prefix(max(0, count)).dropFirst(6).prefix(4))
  }

  @Test(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"), arguments: [startSession, createPrimary])
  func `What killed processes left fills a TPM without a resource manager, and is flushed`(command: [UInt8]) throws {
    try SoftwareTPM.run { software in
      for _ in 0..<2 {
        for _ in 0..<3 { #expect(try give(command, to: software) == [0, 0, 0, 0]) }
        var tpm = try connect(software)
        let secret = SystemRandom.secret(32)
        #expect(refusal { () throws(TPMError) in _ = try tpm.seal(secret) } != nil)
        tpm.flushLeftovers()
        #expect(digest(try tpm.unseal(tpm.seal(secret))) == digest(secret))
        // Where nothing was left there is nothing to do, and what is kept stays.
        let counter = try tpm.defineCounter()
        tpm.flushLeftovers()
        #expect(try tpm.value(of: counter) > 0)
      }
    }
  }

  @Test(arguments: [
    ("device:/dev/tpmrm0", true), ("device:/dev/tpm0", false), ("device:/dev/tpm12", false),
    ("device:/dev/other", true), ("swtpm:path=/tmp/s", false), ("swtpm:port=2321", false),
  ])
  func `A resource manager flushes what its processes left, and nobody else does for it`(
    text: String, hasOne: Bool
  ) throws {
    #expect(try #require(TPMInterface(text)).hasResourceManager == hasOne)
  }
}
