// SPDX-License-Identifier: Apache-2.0

/// The version of this build, as `bailey version` prints it.
package enum BaileyVersion {
  package static let current = "0.2.0"
}
