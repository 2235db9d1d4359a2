// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Clocks
import EnclaveMessages
import RootKey
import SecretMemory
import TrustedPlatformModule

/// The keys by which this machine's TPM vouches for keys of apps. The TPM takes its time, and while it does nothing else is
/// answered, a lock neither: so it is asked a few times at once, and then once a second.
struct MachineKeys {
  /// Nil where no TPM has the root key.
  private let identity: (any MachineIdentity)?
  private var used: UInt64 = 0
  private var since: BootInstant

  private static let most: UInt64 = 8
  private static let interval: UInt64 = 1000

  init(_ root: any RootKeyProvider, at now: BootInstant) {
    identity = root.machine
    since = now
  }

  mutating func make(at now: BootInstant) throws(EnclaveRefusal) -> NewMachineKey {
    try asking(at: now) { identity throws(RootKeyError) in
      let key = try identity.makeAttestationKey()
      guard let stored = StoredMachineKey(publicArea: key.publicArea, privateArea: key.privateArea),
        let new = NewMachineKey(stored, endorsementKey: try identity.endorsementKey())
      else { throw .damaged }
      return new
    }
  }

  mutating func activate(_ credential: MachineCredential, at now: BootInstant) throws(EnclaveRefusal) -> SecretBytes {
    try asking(at: now) { identity throws(RootKeyError) in
      let proof = try identity.activate(credential.object, credential.secret, for: try Self.sealed(credential.key))
      guard proof.count == MachineCredential.proofSize else { throw .tpm(.notSealedHere) }
      return proof
    }
  }

  mutating func quote(
    _ digest: [UInt8], by key: StoredMachineKey, at now: BootInstant
  ) throws(EnclaveRefusal) -> MachineQuote {
    try asking(at: now) { identity throws(RootKeyError) in
      let (statement, signature) = try identity.quote(digest, by: try Self.sealed(key))
      guard let quote = MachineQuote(statement: statement, signature: signature) else { throw .damaged }
      return quote
    }
  }

  private static func sealed(_ key: StoredMachineKey) throws(RootKeyError) -> SealedSecret {
    guard let sealed = SealedSecret(publicArea: key.publicArea, privateArea: key.privateArea) else { throw .damaged }
    return sealed
  }

  private mutating func asking<Value: ~Copyable>(
    at now: BootInstant, _ body: (any MachineIdentity) throws(RootKeyError) -> Value
  ) throws(EnclaveRefusal) -> Value {
    guard let identity else { throw .rootKey }
    let regained = since.milliseconds(until: now) / Self.interval
    used -= min(used, regained)
    since = used == 0 ? now : since.advanced(byMilliseconds: regained * Self.interval)
    guard used < Self.most else { throw .tooManyRequests }
    used += 1
    do { return try body(identity) } catch .tpm(.notSealedHere) { throw .damagedKey } catch { throw .rootKey }
  }
}
