// SPDX-License-Identifier: Apache-2.0

/// What to do with a file that holds no key yet.
package enum BlankFile: Sendable {
  case getsNewKey
  case isRefused
}
