// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel

/// What a result code means.
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
