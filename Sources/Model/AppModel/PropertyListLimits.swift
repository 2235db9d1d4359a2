// SPDX-License-Identifier: Apache-2.0

/// How large a property list may be: far more than any app's, and little enough to be read by anyone's request.
package enum PropertyListLimits {
  package static let bytes = 256 << 10
  package static let depth = 32
  package static let values = 10_000
}
