// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppModel
import CommandLineParsing
import Glibc
import JSONCoding
import PrivacyDeclarations
import PropertyLists
import SystemCalls
package import TerminalConsole

/// Carries out `bailey privacy lint`, `label` and `scan`. They ask no daemon.
package struct DeclarationTool {
  private let console: Console

  package static func run(_ action: DeclarationAction, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      try DeclarationTool(console: console).carryOut(action)
    }
  }

  private func carryOut(_ action: DeclarationAction) throws(CommandFailure) {
    switch action {
    case .lint(let bundle, let form): try lint(bundle, form)
    case .label(let bundles, let form): try label(bundles, form)
    case .scan(let file, let form): try scan(file, form)
    }
  }

  // MARK: - Lint

  private func lint(_ bundle: String, _ form: DeclarationAction.FindingsForm) throws(CommandFailure) {
    let findings = try BundleReading(bundle).declarations().findings.map(\.explained)
    switch form {
    case .json: console.print(.array(findings.map(\.json)))
    case .sarif: console.print(SARIFReport.json(findings, version: "1"))
    case .text: print(findings, in: bundle)
    }
    let errors = findings.filter { $0.counts && $0.level == .error }.count
    guard errors == 0 else {
      throw .particular("\(errors) \(errors == 1 ? "error is" : "errors are") left.", .failed)
    }
  }

  private func print(_ findings: [LintFinding], in bundle: String) {
    for finding in findings where finding.counts {
      let place = Printable.oneLine("\(finding.file):\(finding.line)")
      console.print(
        "\(place): \(finding.level.rawValue) \(finding.rule.rawValue): \(Printable.oneLine(finding.message))")
      console.print("    “\(finding.rule.quotation)”")
    }
    let ignored = findings.filter { !$0.counts }
    for finding in ignored {
      let reason = Printable.oneLine(finding.ignoredBecause ?? "")
      console.print("\(Printable.oneLine(finding.file)): \(finding.rule.rawValue) is ignored: \(reason)")
    }
    if findings.isEmpty { console.print("Nothing is wrong with what it declares.") }
  }

  // MARK: - Label

  private func label(_ bundles: [String], _ form: DeclarationAction.LabelForm) throws(CommandFailure) {
    var (parts, unreadable): ([(source: String, manifest: PrivacyManifest?)], [String]) = ([], [])
    var addresses: [(source: String, addresses: PrivacyAddresses)] = []
    for path in bundles {
      let declarations = try BundleReading(path).declarations()
      if let finding = declarations.findings.first(where: { $0.rule == .propertyList && $0.counts })?.explained {
        throw .particular(Printable.oneLine("\(path)/\(finding.file):\(finding.line): \(finding.message)"), .failed)
      }
      let name = Self.lastPart(of: path)
      addresses.append((name, declarations.addresses))
      // A program whose symbols could not be read is a part too.
      let own = declarations.parts.isEmpty ? [BundleDeclarations.Part(name: "")] : declarations.parts
      for part in own {
        let source = part.name.isEmpty ? name : "\(name)/\(part.name)"
        if part.isUnreadable { unreadable.append(source) } else { parts.append((source, part.manifest)) }
      }
    }
    let label = PrivacyLabel(parts, unreadable: unreadable, addresses: addresses)
    switch form {
    case .text: for line in label.text(printable: Printable.oneLine) { console.print(line) }
    case .json: console.print(label.json)
    case .html(let file):
      let title = bundles.map(Self.lastPart).joined(separator: ", ")
      do throws(SystemError) { try Replacement.write(Array(label.html(title: title).utf8), to: file) } catch {
        throw .file(path: file, error)
      }
      console.print("The label is in \(Printable.oneLine(file)).")
    }
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last { $0 != "." }.map(String.init) ?? path
  }

  // MARK: - Scan

  private func scan(_ path: String, _ form: OutputForm) throws(CommandFailure) {
    let parts: [BundleDeclarations.Part]
    var runtime: [String] = []
    let isFolder = (try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)) != nil
    if isFolder {
      let declarations = try BundleReading(path).declarations()
      (parts, runtime) = (declarations.parts, declarations.runtimeLibraries)
    } else {
      let bytes = try InputFile.contents(of: path, atMost: ELFImports.largestFile, console)
      let symbols: [String]
      do { symbols = try ELFImports(bytes.span).symbols } catch {
        throw .particular("\(Printable.oneLine(path)) is no ELF file that can be read.", .failed)
      }
      var part = BundleDeclarations.Part(name: path)
      for symbol in symbols {
        if let category = RequiredReason.category(of: symbol) { part.symbols[category, default: []].insert(symbol) }
      }
      parts = [part]
    }
    switch form {
    case .json: console.print(.array(parts.map { $0.json(isBundle: isFolder) }))
    case .text:
      for part in parts { print(part, isBundle: isFolder) }
      if !runtime.isEmpty {
        console.print("Swift’s own libraries, which need no manifest")
        for path in runtime { console.print("  \(Printable.oneLine(path))") }
      }
      console.note("It cannot be seen which clock clock_gettime reads, nor what a file below /proc is read for.")
    }
  }

  private func print(_ part: BundleDeclarations.Part, isBundle: Bool) {
    console.print(part.name.isEmpty ? "The app" : Printable.oneLine(part.name))
    if part.symbols.isEmpty { console.print("  nothing that needs a reason") }
    for category in RequiredReason.allCases {
      guard let symbols = part.symbols[category] else { continue }
      let reasons = (part.manifest?.accessed[category.rawValue] ?? []).map(Printable.oneLine)
      let declared =
        !isBundle ? "" : reasons.isEmpty ? "  not declared" : "  declared: \(reasons.joined(separator: ", "))"
      console.print("  \(category.rawValue)\(declared)")
      console.print("      \(symbols.sorted().map(Printable.oneLine).joined(separator: ", "))")
    }
  }
}

extension LintFinding {
  /// The finding with the reason in words.
  fileprivate var explained: LintFinding {
    guard let problem else { return self }
    var finding = self
    finding.message += " " + problem.sentence.sentenceCased
    return finding
  }
}

extension String {
  fileprivate var sentenceCased: String { prefix(1).uppercased() + dropFirst() }
}

extension BundleDeclarations.Part {
  fileprivate func json(isBundle: Bool) -> JSONValue {
    .members([
      "part": .string(name),
      "categories": .array(
        RequiredReason.allCases.compactMap { category in
          symbols[category].map { symbols in
            .members([
              "category": .string("NSPrivacyAccessedAPICategory" + category.rawValue),
              "symbols": .strings(symbols.sorted()),
              "reasons": .strings(manifest?.accessed[category.rawValue] ?? []),
            ])
          }
        }),
      "missing": .strings(isBundle ? missingReasons.map(\.rawValue) : []),
    ])
  }
}
