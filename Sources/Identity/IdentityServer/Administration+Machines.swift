// SPDX-License-Identifier: Apache-2.0
import AppAttest
import CryptoPrimitives
import IdentityModel
import IdentityService
import JSONCoding
import X509Certificates

// MARK: - Machines

extension Administration {
  func machines(
    _ words: Words, _ name: AdministrativeRequest.Name, _ now: Int64
  ) throws(StoreOrRefusal) -> JSONValue {
    switch name {
    case .machineAdd:
      let text = try words.needed("key")
      guard let endorsement = Self.digest(text) else { throw .refusal(AdministrativeRefusal(.notEndorsementKey, text)) }
      let machine = Machine(
        id: RandomText.identifier(10), name: try words.name("title"), endorsement: endorsement)
      try stored { () throws(IdentityStoreError) in try store.add(machine) }
    case .machineRevoke:
      let id = try words.needed("id")
      try stored { () throws(IdentityStoreError) in try store.revokeMachine(id, at: now) }
    case .machineRemove:
      let id = try words.needed("id")
      try stored { () throws(IdentityStoreError) in try store.removeMachine(id) }
    default: break
    }
    let machines = try stored { () throws(IdentityStoreError) in try store.machines() }
    return .array(
      machines.map { machine in
        let state = machine.revokedAt != nil ? "revoked" : machine.enrolledAt != nil ? "enrolled" : "added"
        return .members([
          "id": .string(machine.id), "name": .string(machine.name), "state": .string(state),
          "key": .string(machine.endorsement.hexadecimal),
        ])
      })
  }

  private static func digest(_ text: String) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard text.utf8.count == 64, digits.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The digits of a certificate's SHA-256 by which it is named.
  private static let idLength = 12

  func endorsementAuthorities(
    _ words: Words, _ name: AdministrativeRequest.Name
  ) throws(StoreOrRefusal) -> JSONValue {
    switch name {
    case .machineTrust:
      guard let bytes = [UInt8](anyBase64: try words.needed("certificate")), (try? Certificate(bytes.span)) != nil
      else { throw .refusal(AdministrativeRefusal(.notCertificate)) }
      let id = String(SHA256.hash(bytes.span).hexadecimal.prefix(Self.idLength))
      try stored { () throws(IdentityStoreError) in
        try store.add(EndorsementAuthority(id: id, certificate: bytes))
      }
    case .machineDistrust:
      let id = try words.needed("id")
      try stored { () throws(IdentityStoreError) in try store.removeEndorsementAuthority(id) }
    default: break
    }
    let authorities = try stored { () throws(IdentityStoreError) in try store.endorsementAuthorities() }
    return .array(
      authorities.map { authority in
        let subject = (try? Certificate(authority.certificate.span))?.summary
        return .members(["id": .string(authority.id), "subject": .string(subject ?? "")])
      })
  }

  /// The root certificate as the lines of PEM.
  func attestationRoot() throws(StoreOrRefusal) -> JSONValue {
    guard let authority = try stored({ () throws(IdentityStoreError) in try store.authority() }) else {
      throw .refusal(AdministrativeRefusal(.noIssuer))
    }
    let text = Array(authority.root.base64)
    let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
    return .strings(["-----BEGIN CERTIFICATE-----"] + lines + ["-----END CERTIFICATE-----"])
  }
}
