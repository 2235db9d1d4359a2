// SPDX-License-Identifier: Apache-2.0

/// The treatment of a file that holds no key yet.
package enum BlankFile: Sendable {
  case getsNewKey
  case isRefused
}
