// SPDX-License-Identifier: Apache-2.0
import CoreFoundation

// Unsafe because Apple's signatures are: an error is handed out through a pointer that may be nil.

/// Why a function of keys, certificates or trust does nothing, in the words Apple's frameworks use.
struct KeyFailure: Error {
  let status: OSStatus
  let text: String
  /// The failed authentication where that is the reason: it is then the error.
  private let authentication: AuthenticationFailure?

  init(_ status: OSStatus, _ text: String) {
    self.status = status
    self.text = text
    authentication = nil
  }

  init(_ authentication: AuthenticationFailure, _ text: String) {
    status = authentication.status
    self.text = text
    self.authentication = authentication
  }

  /// Apple's own texts stand under `NSDescription`; what users see is composed of them, which Foundation does on Apple's
  /// systems and apps compare.
  var error: NSError {
    authentication?.error
      ?? NSError(
        domain: NSOSStatusErrorDomain, code: Int(status),
        userInfo: [
          "NSDescription": text,
          NSLocalizedDescriptionKey: "The operation couldn’t be completed. (OSStatus error \(status) - \(text))",
        ])
  }
}

/// Codes that Apple's frameworks answer and its public headers do not name.
let internalError: OSStatus = -26276
let errSSLCrypto: OSStatus = -9809

/// Runs the body; hands out the error of one that fails.
func reporting<Value>(
  to error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(KeyFailure) -> Value
) -> Value? {
  do {
    return try body()
  } catch let failure {
    unsafe report(failure.error, to: error)
    return nil
  }
}
