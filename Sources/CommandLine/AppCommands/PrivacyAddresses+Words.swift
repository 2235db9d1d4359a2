// SPDX-License-Identifier: Apache-2.0
import AppModel

extension PrivacyAddresses {
  /// The lines about data elsewhere. Bailey removes what is on this machine; the data that the app sent elsewhere is
  /// where these lead.
  var lines: [String] {
    let policy = policy.map { ["  policy    \($0)"] } ?? []
    return policy + (deletion.map { ["  deletion  of what was collected, including server copies: \($0)"] } ?? [])
  }
}
