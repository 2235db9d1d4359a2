// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A context of the library with the ciphers of old files, apart from what the rest of the process uses.
/// Unchecked because it is made once and only read afterwards.
@safe struct LegacyLibrary: @unchecked Sendable {
  let raw: OpaquePointer?

  static let shared: LegacyLibrary = {
    let context = unsafe OSSL_LIB_CTX_new()
    unsafe OSSL_PROVIDER_load(context, "default")
    // Where the package lacks it, files with RC2 are `unsupported`, and all others open.
    unsafe OSSL_PROVIDER_load(context, "legacy")
    return unsafe LegacyLibrary(raw: context)
  }()
}
