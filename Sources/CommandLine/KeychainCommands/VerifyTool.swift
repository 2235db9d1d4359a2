// SPDX-License-Identifier: Apache-2.0
import Advice
import CommandLineParsing
import JSONCoding
import KeychainModel
import TerminalConsole

/// Carries out `bailey keychain verify`: looks at the keychain under the lock state, and at each file-based one.
struct VerifyTool {
  private let service: any KeychainFileService
  private let console: Console

  /// A file-based keychain, as far as it could be looked at.
  private struct File {
    let name: KeychainName
    let condition: KeychainCondition
    let result: Result<StoreReport, CommandFailure>

    var isWell: Bool { (try? result.get().isWell) ?? false }
    var lost: [LostItem] { (try? result.get().lost) ?? [] }
  }

  init(_ service: any KeychainFileService, _ console: Console) {
    self.service = service
    self.console = console
  }

  /// Throws where not all is well. Text is printed keychain by keychain. Losses are forgotten only after all of them were
  /// printed.
  func verify(_ knowledge: LostKnowledge, _ form: OutputForm) throws(CommandFailure) {
    let listing: KeychainListing
    do { listing = try service.keychainFiles() } catch { throw .keychain(error) }
    let report = try service.verify(nil)
    try tell(KeychainCheck(report).lines, form)
    var files: [File] = []
    for entry in listing.made {
      let file = file(entry)
      try tell(lines(file), form)
      files.append(file)
    }
    if listing.extent == .known {
      try tell(["Which file-based keychains there are cannot be read: there may be more of them."], form)
    }
    let isWell = report.isWell && listing.extent == .all && files.allSatisfy(\.isWell)
    if form == .json { try deliver(json(report, files, listing.extent, isWell).text) }
    if knowledge == .forgotten { try forget([(nil, report.lost)] + files.map { ($0.name, $0.lost) }) }
    guard isWell else { throw .keychainDamaged }
  }

  /// A keychain that does not open is reported, and the others are looked at all the same.
  private func file(_ entry: KeychainListing.Entry) -> File {
    let result = Result { () throws(CommandFailure) in try service.verify(entry.name) }
    return File(name: entry.name, condition: entry.condition, result: result)
  }

  private func forget(_ told: [(name: KeychainName?, lost: [LostItem])]) throws(CommandFailure) {
    for (name, lost) in told where !lost.isEmpty { try service.forget(lost, of: name) }
  }

  private func tell(_ lines: [String], _ form: OutputForm) throws(CommandFailure) {
    if form == .text { for line in lines { try deliver(line) } }
  }

  /// Throws where standard output fails: a loss that could not be printed must not be forgotten.
  private func deliver(_ line: String) throws(CommandFailure) {
    do { try console.deliver(line) } catch { throw .file(path: "standard output", error) }
  }

  private func lines(_ file: File) -> [String] {
    let name = Printable.oneLine(file.name.text)
    return switch file.result {
    case .success(let report): KeychainCheck(report).lines.map { "\(name): \($0)" }
    case .failure(let failure): ["\(name): It could not be looked at. \(failure.sentence)"]
    }
  }

  private func json(
    _ report: StoreReport, _ files: [File], _ extent: KeychainListing.Extent, _ isWell: Bool
  ) -> JSONValue {
    let keychains = files.map { file in
      let what: [JSONValue.Member] =
        switch file.result {
        case .success(let report): KeychainCheck(report).members
        case .failure(let failure): [.init("well", .bool(false)), .init("failure", .string(failure.sentence))]
        }
      let isLocked = file.condition == .locked
      return JSONValue.object([.init("name", .string(file.name.text)), .init("isLocked", .bool(isLocked))] + what)
    }
    return .object(
      [.init("well", .bool(isWell))] + KeychainCheck(report).members.dropFirst()
        + [.init("keychains", .array(keychains)), .init("allKnown", .bool(extent == .all))])
  }
}
