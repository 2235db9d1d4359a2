// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import COSEKeys
package import JSONCoding

/// The standard gives records no form of their own: these are its names for their parts (WebAuthn Level 3, 4), bytes in
/// base64url, the key as COSE.
extension CredentialRecord {
  package init(_ form: FormReader) throws(FormError) {
    let key: COSEKey
    do { key = try COSEKey(form.bytes("publicKey")) } catch let error as FormError { throw error } catch {
      throw .wrongType(form.path(of: "publicKey"))
    }
    guard let signCount = UInt32(exactly: try form.optionalNumber("signCount") ?? 0) else {
      throw .wrongType(form.path(of: "signCount"))
    }
    let model = try form.optionalBytes("aaguid") ?? AAGUID.zero.bytes
    guard let aaguid = AAGUID(model) else { throw .wrongType(form.path(of: "aaguid")) }
    self.init(
      id: try form.bytes("id"), publicKey: key, signCount: signCount,
      isUserVerificationInitialized: try form.optionalBool("uvInitialized") ?? false,
      transports: try form.optionalStrings("transports") ?? [],
      isBackupEligible: try form.optionalBool("backupEligible") ?? false,
      isBackedUp: try form.optionalBool("backupState") ?? false, aaguid: aaguid,
      userHandle: try form.bytes("userHandle"))
  }

  package var json: JSONValue {
    .members([
      "id": .string(Base64URL.encode(id)), "publicKey": .string(Base64URL.encode(publicKey.encoded)),
      "signCount": .number(Int(signCount)), "uvInitialized": .bool(isUserVerificationInitialized),
      "transports": .strings(transports), "backupEligible": .bool(isBackupEligible),
      "backupState": .bool(isBackedUp), "aaguid": .string(Base64URL.encode(aaguid.bytes)),
      "userHandle": .string(Base64URL.encode(userHandle)),
    ])
  }
}
