// SPDX-License-Identifier: Apache-2.0
import AppModel
import PropertyLists

extension BundleDeclarations {
  /// Checks the addresses: where data is collected, people must find what becomes of it and how it is deleted.
  mutating func lintAddresses(_ values: [String: PropertyListValue]) {
    let collects = parts.contains { $0.manifest.map { !$0.collected.isEmpty } ?? false }
    let lines = SourceLines(contents[info] ?? [])
    for (rule, key, address, what) in [
      (LintRule.policyAddress, PrivacyAddresses.policyKey, addresses.policy, "where its privacy policy is"),
      (
        .deletionAddress, PrivacyAddresses.deletionKey, addresses.deletion,
        "where people have what was collected deleted, including server copies"
      ),
    ] where address == nil {
      if values[key] != nil {
        let form = rule == .policyAddress ? "https:" : "https: or mailto:"
        findings.append(
          LintFinding(
            rule, in: info, line: lines.line(of: key), key: key, level: .error, "\(key) is no address with \(form)."))
      } else if collects {
        findings.append(LintFinding(rule, in: info, key: key, "It collects data, and does not say \(what): \(key)."))
      }
    }
  }
}
