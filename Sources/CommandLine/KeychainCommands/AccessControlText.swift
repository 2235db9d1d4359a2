// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The conditions of an item's use, in words.
package enum AccessControlText {
  private static let names: [(AccessConstraints, String)] = [
    (.userPresence, "userPresence"), (.biometryAny, "biometryAny"), (.biometryCurrentSet, "biometryCurrentSet"),
    (.devicePasscode, "devicePasscode"), (.companion, "companion"), (.or, "or"), (.and, "and"),
    (.privateKeyUsage, "privateKeyUsage"), (.applicationPassword, "applicationPassword"),
  ]

  package static func text(_ control: AccessControl) -> String {
    let words = constraints(control)
    return AccessibleName.name(of: control.protection) + (words.isEmpty ? "" : "; " + words.joined(separator: ","))
  }

  package static func constraints(_ control: AccessControl) -> [String] {
    let constraints = control.constraints ?? []
    return names.filter { constraints.contains($0.0) }.map(\.1)
  }
}
