// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The questions about a certificate once its chain is found.
struct ChainLink {
  /// The certificate in DER.
  let encoded: [UInt8]
  /// The extended uses it names, in dotted form; nil where it has no such extension. An extension that cannot be read gives
  /// an empty set, so that the certificate is for no use.
  let uses: [String]?
  /// Whether the key of the certificate may sign anything but certificates.
  let maySign: Bool

  @unsafe init(_ raw: OpaquePointer) {
    encoded = unsafe LibraryCertificate.encoded(raw)
    uses = unsafe Self.uses(raw)
    // All bits are set where the extension is not there.
    maySign = unsafe X509_get_key_usage(raw) & UInt32(KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION) != 0
  }

  @unsafe private static func uses(_ raw: OpaquePointer) -> [String]? {
    var criticality: Int32 = 0
    guard let found = unsafe X509_get_ext_d2i(raw, NID_ext_key_usage, &criticality, nil) else {
      return criticality == -1 ? nil : []
    }
    let uses = OpaquePointer(found)
    defer { unsafe EXTENDED_KEY_USAGE_free(uses) }
    let count = unsafe OPENSSL_sk_num(uses)
    return (0..<count).compactMap { index in
      guard let use = unsafe OPENSSL_sk_value(uses, index) else { return nil }
      return unsafe dotted(OpaquePointer(use))
    }
  }

  @unsafe private static func dotted(_ identifier: OpaquePointer) -> String {
    var text = [CChar](repeating: 0, count: 128)
    let room = Int32(text.count)
    let count = unsafe OBJ_obj2txt(&text, room, identifier, 1)
    guard count > 0, count < room else { return "" }
    return String(decoding: text.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
