// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

package enum RootKeyError: Error, Equatable, Sendable { case failed }

package protocol RootKeyProvider: AnyObject {
  func tangle(_ stretched: borrowing SecretBytes) throws(RootKeyError) -> SecretBytes
  func derive(_ purpose: String) throws(RootKeyError) -> SecretBytes
  func destroy() throws(RootKeyError)
  var counter: (any MonotonicCounter)? { get }
}

package protocol MonotonicCounter: AnyObject {
  func value() throws(RootKeyError) -> UInt64
  func increment() throws(RootKeyError) -> UInt64
}
