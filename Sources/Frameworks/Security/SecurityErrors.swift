// SPDX-License-Identifier: Apache-2.0
package import CoreFoundation
import KeychainModel

// Unsafe because Apple's signatures are: an error is handed out through a pointer that may be nil.

extension NSError {
  /// The error that goes with a status code, with its text; a real `NSError`, since Linux bridges no other to `CFError`.
  package convenience init(status: OSStatus, description: String? = nil) {
    let text = description ?? ResultMessages.message(for: status)
    self.init(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: text])
  }
}

/// Hands an error to a caller that asked for one, retained as Core Foundation's rule for "Create" functions has it.
package func report(_ error: NSError, to pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
  unsafe pointer?.pointee = Unmanaged.passRetained(error)
}
