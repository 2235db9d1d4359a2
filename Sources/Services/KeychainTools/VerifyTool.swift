// SPDX-License-Identifier: Apache-2.0
import KeychainCommandLine
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
    let result: Result<StoreReport, ToolFailure>

    var isWell: Bool { (try? result.get().isWell) ?? false }
  }

  init(_ service: any KeychainFileService, _ console: Console) {
    self.service = service
    self.console = console
  }

  /// Throws where not all is well. As text each is told before the next one is looked at: what was forgotten has been
  /// said then, whatever comes after it.
  func verify(_ knowledge: LostKnowledge, _ form: ResultForm) throws(ToolFailure) {
    let listing: KeychainListing
    do { listing = try service.keychainFiles() } catch { throw .keychain(error) }
    let report = try service.verify(nil, forgetLost: knowledge == .forgotten)
    tell(KeychainCheck(report).lines, form)
    let files = listing.made.map { entry in
      let file = file(entry, knowledge)
      tell(lines(file), form)
      return file
    }
    if listing.extent == .known {
      tell(["Which file-based keychains there are cannot be read: there may be more of them."], form)
    }
    let isWell = report.isWell && listing.extent == .all && files.allSatisfy(\.isWell)
    if form == .json { console.print(json(report, files, listing.extent, isWell)) }
    guard isWell else { throw .keychainDamaged }
  }

  /// One that does not open does not keep the others from being looked at.
  private func file(_ entry: KeychainListing.Entry, _ knowledge: LostKnowledge) -> File {
    let result = Result { () throws(ToolFailure) in
      try service.verify(entry.name, forgetLost: knowledge == .forgotten)
    }
    return File(name: entry.name, condition: entry.condition, result: result)
  }

  private func tell(_ lines: [String], _ form: ResultForm) {
    if form == .text { for line in lines { console.print(line) } }
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
