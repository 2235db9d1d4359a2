// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct X963KDFTests {
  /// NIST CAVP, ANSI X9.63-2001 KDF: SHA-256, 192-bit secret, no and with shared information.
  @Test func `x963 derives as published`() throws {
    let plain = try X963KDF.derive(
      .sha256, from: secret(hex: "96c05619d56c328ab95fe84b18264b08725b85e33fd34f08"), sharedInfo: [UInt8]().span,
      count: 16)
    #expect(plain.revealed == hex("443024c3dae66b95e6f5670601558f71"))
    let shared = try X963KDF.derive(
      .sha256, from: secret(hex: "22518b10e70f2a3f243810ae3254139efbee04aa57c7af7d"),
      sharedInfo: hex("75eef81aa3041e33b80971203d2c0c52").span, count: 128)
    #expect(
      shared.revealed
        == hex(
          """
          c498af77161cc59f2962b9a713e2b215152d139766ce34a776df11866a69bf2e
          52a13d9c7c6fc878c50c5ea0bc7b00e0da2447cfd874f6cf92f30d0097111485
          500c90c3af8b487872d04685d14c8d1dc8d7fa08beb0ce0ababc11f0bd496269
          142d43525a78e5bc79a17f59676a5706dc54d54d4d1f0bd7e386128ec26afc21
          """))
  }
}
