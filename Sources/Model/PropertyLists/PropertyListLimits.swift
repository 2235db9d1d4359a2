// SPDX-License-Identifier: Apache-2.0

/// How large a property list may be: larger than any app's, and small enough to be read whenever any program asks.
package enum PropertyListLimits {
  package static let bytes = 256 << 10
  package static let depth = 32
  package static let values = 10_000
}
