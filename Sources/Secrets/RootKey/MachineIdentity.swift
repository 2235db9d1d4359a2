// SPDX-License-Identifier: Apache-2.0
package import SecretMemory
package import TrustedPlatformModule

/// What tells this machine from others, where a TPM has its root key.
package protocol MachineIdentity: AnyObject {
  /// The public part of an endorsement key of the TPM.
  func endorsementKey(_ kind: EndorsementKind) throws(RootKeyError) -> [UInt8]
  /// Its certificate, DER; nil where the TPM has none.
  func endorsementCertificate(_ kind: EndorsementKind) throws(RootKeyError) -> [UInt8]?
  /// A new key that signs nothing but what the TPM says.
  func makeAttestationKey() throws(RootKeyError) -> SealedSecret
  /// The secret of a credential that was made for this TPM, and for a key that is in it.
  func activate(_ object: [UInt8], _ secret: [UInt8], for key: SealedSecret) throws(RootKeyError) -> SecretBytes
  /// Has the TPM vouch for 32 bytes: TPMS_ATTEST, and the ECDSA signature's two numbers.
  func quote(
    _ digest: [UInt8], by key: SealedSecret
  ) throws(RootKeyError) -> (statement: [UInt8], signature: [UInt8])
}

extension RootKeyProvider {
  /// The identity of the machine; nil where no TPM has the key.
  package var machine: (any MachineIdentity)? { self as? any MachineIdentity }
}

extension TPMRootKey: MachineIdentity {
  package func endorsementKey(_ kind: EndorsementKind) throws(RootKeyError) -> [UInt8] {
    do { return try tpm.endorsementKey(kind) } catch { throw .tpm(error) }
  }

  package func endorsementCertificate(_ kind: EndorsementKind) throws(RootKeyError) -> [UInt8]? {
    do { return try tpm.endorsementCertificate(kind) } catch { throw .tpm(error) }
  }

  package func makeAttestationKey() throws(RootKeyError) -> SealedSecret {
    do { return try tpm.makeAttestationKey() } catch { throw .tpm(error) }
  }

  package func activate(
    _ object: [UInt8], _ secret: [UInt8], for key: SealedSecret
  ) throws(RootKeyError) -> SecretBytes {
    do { return try tpm.activate(object, secret, for: key) } catch { throw .tpm(error) }
  }

  package func quote(
    _ digest: [UInt8], by key: SealedSecret
  ) throws(RootKeyError) -> (statement: [UInt8], signature: [UInt8]) {
    do { return try tpm.quote(digest, by: key) } catch { throw .tpm(error) }
  }
}
