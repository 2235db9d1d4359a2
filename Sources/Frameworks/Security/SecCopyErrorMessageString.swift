// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel

/// The meaning of a result code.
///
/// https://developer.apple.com/documentation/security/seccopyerrormessagestring(_:_:)
/// - Parameters:
///   - status: A result code.
///   - reserved: Not looked at.
/// - Returns: The text of Apple's headers; `OSStatus` and the number for a code that has none.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  NSString(string: ResultMessages.message(for: status))
}
