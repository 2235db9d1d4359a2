// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel

/// The text behind a code in Apple's headers; `OSStatus` and the number for a code that has none.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  NSString(string: ResultMessages.message(for: status))
}
