// SPDX-License-Identifier: Apache-2.0
import CArgon2
package import SecretMemory

/// Argon2id, version 1.3 (RFC 9106): makes each guess of a passcode cost memory and time.
package enum Argon2id {
  package static let minimumSaltSize = 8

  /// The cost of a derivation. Bounded, so that a damaged record cannot ask for more than a machine has.
  package struct Parameters: Sendable, Equatable {
    package let memoryKiB: UInt32
    package let passes: UInt32
    package let lanes: UInt32

    /// Refuses what RFC 9106 section 3.1 does not allow, more than 4 GiB, 1,000 passes or 64 lanes.
    package init?(memoryKiB: UInt32, passes: UInt32, lanes: UInt32) {
      guard (1...64).contains(lanes), (8 * lanes...4 << 20).contains(memoryKiB), (1...1000).contains(passes) else {
        return nil
      }
      self.init(checked: memoryKiB, passes, lanes)
    }

    private init(checked memoryKiB: UInt32, _ passes: UInt32, _ lanes: UInt32) {
      self.memoryKiB = memoryKiB
      self.passes = passes
      self.lanes = lanes
    }

    /// 64 MiB and three passes, the second choice of RFC 9106 section 4, on one lane: the caller has one thread.
    package static let recommended = Parameters(checked: 64 << 10, 3, 1)
    /// The smallest parameters, which protect nothing: for tests, and to touch the code once.
    package static let smallest = Parameters(checked: 8, 1, 1)

    func with(passes: UInt32) -> Parameters { Parameters(checked: memoryKiB, passes, lanes) }
  }

  package static func derive(
    from passcode: borrowing SecretBytes, salt: Span<UInt8>, parameters: Parameters, count: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    try passcode.withBytes { passcode throws(CryptoError) in
      let none: [UInt8] = []
      return try derive(passcode, salt, none.span, none.span, parameters, count)
    }
  }

  /// The same with the secret value and the associated data of RFC 9106 section 3.1.
  package static func derive(
    from passcode: borrowing SecretBytes, salt: Span<UInt8>, secret: borrowing SecretBytes, associated: Span<UInt8>,
    parameters: Parameters, count: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    try passcode.withBytes { passcode throws(CryptoError) in
      try secret.withBytes { secret throws(CryptoError) in
        try derive(passcode, salt, secret, associated, parameters, count)
      }
    }
  }

  /// The parameters to use on this machine: the recommended memory, and as many passes as the time asks for.
  ///
  /// `measure` says in milliseconds how long a derivation takes; tests put a clock of their own there.
  package static func calibrate(
    atLeastMilliseconds target: Int, measure: (Parameters) -> Int = Argon2id.milliseconds
  ) -> Parameters {
    var parameters = Parameters.recommended
    while parameters.passes < 1000 {
      let taken = max(measure(parameters), 1)
      if taken >= target { break }
      let wanted = (Int(parameters.passes) * target + taken - 1) / taken
      parameters = parameters.with(passes: UInt32(min(max(wanted, Int(parameters.passes) + 1), 1000)))
    }
    return parameters
  }

  package static func milliseconds(_ parameters: Parameters) -> Int {
    let secret = SystemRandom.secret(16)
    let clock = ContinuousClock()
    let taken = clock.measure {
      _ = try? derive(from: secret, salt: SystemRandom.bytes(16).span, parameters: parameters)
    }
    return Int(taken / .milliseconds(1))
  }
}

extension Argon2id {
  private static func derive(
    _ passcode: Span<UInt8>, _ salt: Span<UInt8>, _ secret: Span<UInt8>, _ associated: Span<UInt8>,
    _ parameters: Parameters, _ count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard salt.count >= minimumSaltSize, (4...1024).contains(count) else { throw .invalidLength }
    return try SecretBytes(count: count) { output throws(CryptoError) in
      var context = unsafe argon2_context(parameters)
      let code = unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe passcode.withUnsafeBufferPointer { passcode in
          unsafe salt.withUnsafeBufferPointer { salt in
            unsafe secret.withUnsafeBufferPointer { secret in
              unsafe associated.withUnsafeBufferPointer { associated in
                unsafe (context.out, context.outlen) = (output.baseAddress, UInt32(output.count))
                unsafe (context.pwd, context.pwdlen) = input(passcode)
                unsafe (context.salt, context.saltlen) = input(salt)
                unsafe (context.secret, context.secretlen) = input(secret)
                unsafe (context.ad, context.adlen) = input(associated)
                return unsafe argon2id_ctx(&context)
              }
            }
          }
        }
      }
      guard code == ARGON2_OK.rawValue else { throw .library(UInt(bitPattern: Int(code))) }
    }
  }

  /// The context's pointers are mutable for the flags that clear the inputs; those are not set, so they are only read.
  private static func input(_ bytes: UnsafeBufferPointer<UInt8>) -> (UnsafeMutablePointer<UInt8>?, UInt32) {
    unsafe (UnsafeMutablePointer(mutating: bytes.baseAddress), UInt32(bytes.count))
  }
}

extension argon2_context {
  /// No inputs yet. One thread whatever the lanes: the process may be forbidden to start threads. The library wipes
  /// its memory itself before it gives it back.
  fileprivate init(_ parameters: Argon2id.Parameters) {
    unsafe self.init()
    unsafe t_cost = parameters.passes
    unsafe m_cost = parameters.memoryKiB
    unsafe lanes = parameters.lanes
    unsafe threads = 1
    unsafe version = ARGON2_VERSION_13.rawValue
  }
}
