// SPDX-License-Identifier: Apache-2.0
package import COpenSSL

/// A parameter list of the library. It points at names and values, so it lives no longer than they do; names and
/// text are static strings, which live for ever.
@safe package struct LibraryParameters {
  private var list: [OSSL_PARAM] = unsafe []

  package init() {}

  static var digestSHA256: LibraryParameters {
    var parameters = LibraryParameters()
    parameters.append("digest", text: "SHA256")
    return parameters
  }

  package mutating func append(_ name: StaticString, text: StaticString) {
    let value = unsafe UnsafeMutablePointer(
      mutating: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
    unsafe list.append(OSSL_PARAM_construct_utf8_string(Self.pointer(name), value, text.utf8CodeUnitCount))
  }

  package mutating func append(_ name: StaticString, octets: StaticString) {
    let value = unsafe UnsafeMutableRawPointer(mutating: UnsafeRawPointer(octets.utf8Start))
    unsafe list.append(OSSL_PARAM_construct_octet_string(Self.pointer(name), value, octets.utf8CodeUnitCount))
  }

  /// The library reads the bytes only while the list is used.
  @unsafe mutating func append(_ name: StaticString, _ bytes: UnsafeRawBufferPointer) {
    let value = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    unsafe list.append(OSSL_PARAM_construct_octet_string(Self.pointer(name), value, bytes.count))
  }

  /// A number that is not negative, little-endian.
  @unsafe package mutating func append(_ name: StaticString, number: UnsafeBufferPointer<UInt8>) {
    let value = unsafe UnsafeMutablePointer(mutating: number.baseAddress)
    unsafe list.append(OSSL_PARAM_construct_BN(Self.pointer(name), value, number.count))
  }

  package func withList(_ body: (UnsafePointer<OSSL_PARAM>) -> Bool) -> Bool {
    let ended = unsafe list + [OSSL_PARAM_construct_end()]
    return unsafe ended.withUnsafeBufferPointer { list in
      guard let first = list.baseAddress else { return false }
      return unsafe body(first)
    }
  }

  package static func pointer(_ name: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
