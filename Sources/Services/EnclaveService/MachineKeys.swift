// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Clocks
import EnclaveMessages
import RootKey
import SecretMemory
import TrustedPlatformModule

/// The keys by which this machine's TPM vouches for keys of apps. The TPM takes its time, and while it does nothing else is
/// answered, a lock neither: so it is asked a few times at once, and then once a second.
///
/// Of that an app has a part, so that one which asks without end leaves the rest to others, and none keeps the owner from
/// enrolling.
struct MachineKeys {
  /// The identity of the machine; nil where no TPM has the root key.
  private let identity: (any MachineIdentity)?
  private var ofOwner: AskingPace
  private var ofCertificates: AskingPace
  /// A TPM may work some seconds at a key of RSA.
  private var ofModuli: AskingPace
  private var ofAllApps: AskingPace
  /// The pace of each app that has asked a short time ago, by the hash of its identifier: there are never more than all
  /// apps may ask in that time.
  private var ofApps: [[UInt8]: AskingPace] = [:]

  private static let certificates = AskingPace.Limit(atOnce: 32, interval: 500)
  /// An enrolment needs two.
  private static let moduli = AskingPace.Limit(atOnce: 4, interval: 30_000)
  private static let all = AskingPace.Limit(atOnce: 8, interval: 1000)
  private static let ofOne = AskingPace.Limit(atOnce: 4, interval: 8000)

  init(_ root: any RootKeyProvider, at now: BootInstant) {
    identity = root.machine
    ofOwner = AskingPace(Self.all, at: now)
    ofCertificates = AskingPace(Self.certificates, at: now)
    ofModuli = AskingPace(Self.moduli, at: now)
    ofAllApps = AskingPace(Self.all, at: now)
  }

  mutating func make(_ kind: EndorsementKeyKind, at now: BootInstant) throws(EnclaveRefusal) -> NewMachineKey {
    guard takeOwnersTurn(for: kind, at: now) else { throw .tooManyRequests }
    return try asking { identity throws(RootKeyError) in
      let key = try identity.makeAttestationKey()
      guard let stored = StoredMachineKey(publicArea: key.publicArea, privateArea: key.privateArea),
        let new = NewMachineKey(stored, endorsementKey: try identity.endorsementKey(EndorsementKind(kind)))
      else { throw .damaged }
      return new
    }
  }

  mutating func certificate(
    of kind: EndorsementKeyKind, from offset: UInt16, at now: BootInstant
  ) throws(EnclaveRefusal) -> CertificatePart {
    guard ofCertificates.take(at: now) else { throw .tooManyRequests }
    return try asking { identity throws(RootKeyError) in
      let whole = try identity.endorsementCertificate(EndorsementKind(kind)) ?? []
      let octets = whole.dropFirst(Int(offset)).prefix(CertificatePart.lengths.upperBound)
      guard let size = UInt16(exactly: whole.count), let part = CertificatePart(of: size, Array(octets)) else {
        throw .damaged
      }
      return part
    }
  }

  mutating func activate(_ credential: MachineCredential, at now: BootInstant) throws(EnclaveRefusal) -> SecretBytes {
    let kind: EndorsementKeyKind = credential.secret.count == EndorsementKeyKind.rsa2048.size ? .rsa2048 : .p256
    guard takeOwnersTurn(for: kind, at: now) else { throw .tooManyRequests }
    return try asking { identity throws(RootKeyError) in
      let proof = try identity.activate(credential.object, credential.secret, for: try Self.sealed(credential.key))
      guard proof.count == MachineCredential.proofSize else { throw .tpm(.notSealedHere) }
      return proof
    }
  }

  mutating func quote(
    _ digest: [UInt8], by key: StoredMachineKey, forApp app: [UInt8], at now: BootInstant
  ) throws(EnclaveRefusal) -> MachineQuote {
    guard takeTurn(of: app, at: now) else { throw .tooManyRequests }
    return try asking { identity throws(RootKeyError) in
      let (statement, signature) = try identity.quote(digest, by: try Self.sealed(key))
      guard let quote = MachineQuote(statement: statement, signature: signature) else { throw .damaged }
      return quote
    }
  }

  private mutating func takeOwnersTurn(for kind: EndorsementKeyKind, at now: BootInstant) -> Bool {
    switch kind {
    case .p256: ofOwner.take(at: now)
    case .rsa2048: ofModuli.take(at: now)
    }
  }

  /// An app that has had its part uses up nothing of the others'.
  private mutating func takeTurn(of app: [UInt8], at now: BootInstant) -> Bool {
    ofApps = ofApps.filter { $0.value.isInUse(at: now) }
    var pace = ofApps[app] ?? AskingPace(Self.ofOne, at: now)
    guard pace.hasTurn(at: now), ofAllApps.take(at: now), pace.take(at: now) else { return false }
    ofApps[app] = pace
    return true
  }

  private static func sealed(_ key: StoredMachineKey) throws(RootKeyError) -> SealedSecret {
    guard let sealed = SealedSecret(publicArea: key.publicArea, privateArea: key.privateArea) else { throw .damaged }
    return sealed
  }

  private func asking<Value: ~Copyable>(
    _ body: (any MachineIdentity) throws(RootKeyError) -> Value
  ) throws(EnclaveRefusal) -> Value {
    guard let identity else { throw .rootKey }
    do { return try body(identity) } catch .tpm(.notSealedHere) { throw .damagedKey } catch { throw .rootKey }
  }
}

extension EndorsementKind {
  fileprivate init(_ kind: EndorsementKeyKind) {
    switch kind {
    case .p256: self = .p256
    case .rsa2048: self = .rsa2048
    }
  }
}
