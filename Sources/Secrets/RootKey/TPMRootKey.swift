// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import SecretMemory
package import SystemCalls
package import TrustedPlatformModule

/// A root key that a TPM has sealed: the file is of no use in another machine.
package final class TPMRootKey: RootKeyProvider {
  private let file: RootKeyFile
  var tpm: TrustedPlatformModule
  private var material: RootKeyMaterial?
  private let attempts: TPMCounter

  package let kind = RootKeyKind.tpm

  /// Takes a file opened for reading and writing, and a TPM that nobody else uses meanwhile.
  package init(
    in file: consuming FileDescriptor, sealedBy tpm: consuming TrustedPlatformModule, blankFile: BlankFile
  ) throws(RootKeyError) {
    let file = try RootKeyFile(file)
    var tpm = tpm
    let record: RootKeyRecord
    do {
      record = try file.load()
    } catch .blank where blankFile == .getsNewKey {
      record = try Self.create(in: file, &tpm)
    }
    switch consume record {
    case .key: throw .otherKind(.file)
    case .sealed(let secret, let counter):
      material = RootKeyMaterial(try Self.unseal(secret, counter, &tpm))
      attempts = counter
    }
    self.file = file
    self.tpm = tpm
  }

  private static func create(
    in file: borrowing RootKeyFile, _ tpm: inout TrustedPlatformModule
  ) throws(RootKeyError) -> RootKeyRecord {
    let record: RootKeyRecord
    let counter: TPMCounter
    do {
      let sealed = try tpm.seal(SystemRandom.secret(RootKeyMaterial.size))
      counter = try tpm.defineCounter()
      record = .sealed(sealed, counter)
    } catch {
      throw .tpm(error)
    }
    do {
      try file.store(record)
    } catch {
      // The record that names the counter was not written, so nothing would ever remove the counter. If the TPM refuses to
      // remove it now, it stays: it holds no secret.
      try? tpm.undefine(counter)
      throw error
    }
    return record
  }

  /// A counter that was removed is defined again, above every value it had. So attempts can be counted too many, never too
  /// few.
  private static func unseal(
    _ secret: SealedSecret, _ counter: TPMCounter, _ tpm: inout TrustedPlatformModule
  ) throws(RootKeyError) -> SecretBytes {
    do throws(TPMError) {
      let key = try tpm.unseal(secret)
      guard key.count == RootKeyMaterial.size else { throw .notSealedHere }
      try tpm.restore(counter)
      return key
    } catch .notSealedHere {
      throw .otherMachine
    } catch {
      throw .tpm(error)
    }
  }

  package func tangle(_ stretched: borrowing SecretBytes) throws(RootKeyError) -> SecretBytes {
    guard let material else { throw .destroyed }
    return material.tangle(stretched)
  }

  package func derive(_ purpose: String) throws(RootKeyError) -> SecretBytes {
    guard let material else { throw .destroyed }
    return material.derive(purpose)
  }

  package func destroy() throws(RootKeyError) {
    material = nil
    try file.wipe()
    // May fail: a counter that stays behind holds no secret. It only takes a little of the TPM's room.
    try? tpm.undefine(attempts)
  }
}

// MARK: - Counting attempts

extension TPMRootKey: MonotonicCounter {
  package var counter: (any MonotonicCounter)? { self }

  package func value() throws(RootKeyError) -> UInt64 {
    do { return try tpm.value(of: attempts) } catch { throw .tpm(error) }
  }

  package func increment() throws(RootKeyError) -> UInt64 {
    do { return try tpm.increment(attempts) } catch { throw .tpm(error) }
  }
}
