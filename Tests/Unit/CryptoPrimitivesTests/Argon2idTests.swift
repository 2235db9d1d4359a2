// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct Argon2idTests {
  /// RFC 9106, section 5.3.
  @Test func `Derives as published`() throws {
    let parameters = try #require(Argon2id.Parameters(memoryKiB: 32, passes: 3, lanes: 4))
    let tag = try Argon2id.derive(
      from: secret([UInt8](repeating: 1, count: 32)), salt: [UInt8](repeating: 2, count: 16).span,
      secret: secret([UInt8](repeating: 3, count: 8)), associated: [UInt8](repeating: 4, count: 12).span,
      parameters: parameters
    ).revealed
    #expect(tag == hex("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"))
  }

  /// From the test suite of the reference implementation: version 1.3, 64 MiB, two passes, one lane.
  @Test func `Derives as the reference implementation`() throws {
    let parameters = try #require(Argon2id.Parameters(memoryKiB: 65536, passes: 2, lanes: 1))
    let tag = try Argon2id.derive(
      from: secret(Array("password".utf8)), salt: Array("somesalt".utf8).span, parameters: parameters
    ).revealed
    #expect(tag == hex("09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"))
  }

  @Test func `Every input matters`() throws {
    let parameters = Argon2id.Parameters.smallest
    let salt = [UInt8](repeating: 7, count: 16)
    let base = try Argon2id.derive(from: secret([1, 2, 3, 4]), salt: salt.span, parameters: parameters).revealed
    for passcode in [[1, 2, 3, 5], [1, 2, 3], [1, 2, 3, 4, 0]] as [[UInt8]] {
      let other = try Argon2id.derive(from: secret(passcode), salt: salt.span, parameters: parameters).revealed
      #expect(other != base)
    }
    for changed in [[UInt8](repeating: 7, count: 17), [8] + salt.dropFirst()] {
      let other = try Argon2id.derive(from: secret([1, 2, 3, 4]), salt: changed.span, parameters: parameters).revealed
      #expect(other != base)
    }
    for costs in [(16, 1, 1), (8, 2, 1), (16, 1, 2)] as [(UInt32, UInt32, UInt32)] {
      let changed = try #require(Argon2id.Parameters(memoryKiB: costs.0, passes: costs.1, lanes: costs.2))
      let other = try Argon2id.derive(from: secret([1, 2, 3, 4]), salt: salt.span, parameters: changed).revealed
      #expect(other != base)
    }
  }

  @Test func `Refuses a short salt and odd outputs`() {
    #expect(throws: CryptoError.invalidLength) {
      _ = try Argon2id.derive(from: secret([1]), salt: [1, 2, 3, 4, 5, 6, 7].span, parameters: .smallest)
    }
    for count in [0, 3, 1025, -1] {
      #expect(throws: CryptoError.invalidLength) {
        let salt = [UInt8](repeating: 0, count: 16)
        _ = try Argon2id.derive(from: secret([1]), salt: salt.span, parameters: .smallest, count: count)
      }
    }
  }

  @Test(
    arguments: [
      (0, 1, 1), (7, 1, 1), (31, 1, 4), ((4 << 20) + 1, 1, 1), (.max, 1, 1), (8, 0, 1), (8, 1001, 1), (8, .max, 1),
      (8, 1, 0), (512, 1, 65), (8, 1, .max), (.max, .max, .max),
    ] as [(UInt32, UInt32, UInt32)])
  func `Refuses costs out of bounds`(memoryKiB: UInt32, passes: UInt32, lanes: UInt32) {
    #expect(Argon2id.Parameters(memoryKiB: memoryKiB, passes: passes, lanes: lanes) == nil)
  }

  /// A machine on which a pass takes so many milliseconds.
  @Test(arguments: [(1, 100, 100), (10, 100, 10), (25, 100, 4), (40, 100, 3), (33, 100, 4), (0, 100, 1000)])
  func `Calibration reaches the time asked for`(perPass: Int, target: Int, passes: UInt32) {
    let found = Argon2id.calibrate(atLeastMilliseconds: target) { Int($0.passes) * perPass }
    #expect(found.passes == passes)
    #expect(found.memoryKiB == Argon2id.Parameters.recommended.memoryKiB)
    #expect(found.lanes == 1)
  }
}
