// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import PrivacyDeclarations
import PropertyLists

/// What a bundle of a stranger's holds: executables, texts and manifests are read or refused, and nothing traps.
package enum DeclarationsTarget: FuzzTarget {
  package static let name = "Declarations"

  package static func run(_ bytes: [UInt8]) {
    if let symbols = try? ELFImports(bytes.span).symbols {
      for symbol in symbols { _ = RequiredReason.category(of: symbol) }
    }
    do throws(PropertyListError) { _ = try PrivacyManifest.read(bytes.span) } catch { precondition(error.line >= 1) }
    let contents = ["Info.plist": bytes, "PrivacyInfo.xcprivacy": bytes, "de.lproj/InfoPlist.strings": bytes]
    let declarations = BundleDeclarations(contents: contents, executables: [], isEntitled: { _ in true })
    precondition(declarations.findings.allSatisfy { $0.line >= 1 })
    let report = SARIFReport.json(declarations.findings, version: "1").text
    precondition(!report.contains("\n"), "a report of one line has several")
    let label = PrivacyLabel(declarations.parts.map { ("x", $0.manifest) })
    precondition(!label.html(title: String(decoding: bytes, as: UTF8.self)).contains("<script"))
  }
}
