// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import SecretMemory
package import SystemCalls

/// A root key that lies in a file, for machines without a TPM: it protects against whoever may not read the file.
package final class KeyFileRootKey: RootKeyProvider {
  private let file: RootKeyFile
  private var material: RootKeyMaterial?

  package let kind = RootKeyKind.file
  package let counter: (any MonotonicCounter)? = nil

  /// Takes a file opened for reading and writing.
  package init(in file: consuming FileDescriptor, blankFile: BlankFile) throws(RootKeyError) {
    self.file = try RootKeyFile(file)
    do {
      material = try Self.material(of: self.file.load())
    } catch .blank where blankFile == .getsNewKey {
      let record = RootKeyRecord.key(SystemRandom.secret(RootKeyMaterial.size))
      try self.file.store(record)
      material = try Self.material(of: record)
    }
  }

  private static func material(of record: consuming RootKeyRecord) throws(RootKeyError) -> RootKeyMaterial {
    switch consume record {
    case .key(let key): return RootKeyMaterial(key)
    case .sealed: throw .otherKind(.tpm)
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
  }
}
