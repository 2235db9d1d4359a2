// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import AppModel
import Foundation
import RepositoryFolder
import Testing

@testable import AttestCommands

@Suite struct AttestDiagnosisTests {
  private static let reasons: [AppAttestFailure] = [.noApplicationIdentifier, .hashTooShort, .keyGone, .clockWrong]

  private func report(_ refusals: [AttestRefusalNote] = [], isClockRight: Bool = true) -> AttestReport {
    AttestReport(keys: [], refusals: refusals, root: nil, isClockRight: isClockRight)
  }

  private func app(_ publisher: Publisher) throws -> InstalledApp {
    let info = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.notes</string>
      <key>CFBundleExecutable</key><string>Notes</string></dict></plist>
      """
    return try InstalledApp(
      publisher: publisher, signer: "Ada", seal: [UInt8](repeating: 1, count: 32), info: Array(info.utf8),
      xml: Array(#"<?xml version="1.0"?><plist version="1.0"><dict/></plist>"#.utf8))
  }

  @Test(arguments: reasons) func `Each form of DCError 2 is named and explained, with what to do`(
    failure: AppAttestFailure
  ) {
    let note = AttestRefusalNote(program: "TEAM.org.example.notes", failure, time: 1_790_000_000)
    let diagnosis = AttestDiagnosis(nil, among: [], report([note, note]))
    let lines = diagnosis.lines.filter { $0.contains("\(failure)") }
    #expect(lines.count == 1, "\(diagnosis.lines)")
    #expect(lines.allSatisfy { $0.contains("DCError 2. ") && $0.contains("2026-09-21") }, "\(lines)")
    // The call after it may have gone through.
    #expect(!diagnosis.isWell && diagnosis.verdict == "Refused calls are listed above.")
  }

  @Test func `An app that is installed is named by its signature, and one that is not has no identifier`() throws {
    let app = try app(.key([UInt8](repeating: 3, count: 32)))
    let identifier = app.requirement.applicationIdentifier
    let well = AttestDiagnosis("org.example.notes", among: [app], report())
    #expect(
      well.isWell && well.lines.contains("Application identifier: \(identifier)")
        && well.lines.contains("Signed by Ada: category 6"))
    let local = AttestDiagnosis("org.example.notes", among: [try self.app(.adHoc)], report())
    #expect(local.lines.contains("Signed ad hoc: category 7"))
    let missing = AttestDiagnosis("org.example.other", among: [app], report())
    #expect(!missing.isWell && missing.lines.contains { $0.contains("noApplicationIdentifier") })
    #expect(missing.verdict == "As it is now, nothing is attested.")
  }

  @Test func `Another app's refusals are not this one's, and a wrong clock is everybody's`() throws {
    let note = AttestRefusalNote(program: "TEAM.org.example.other", .keyGone, time: 0)
    let app = try app(.adHoc)
    #expect(AttestDiagnosis("org.example.notes", among: [app], report([note])).isWell)
    let wrong = AttestDiagnosis("org.example.notes", among: [app], report(isClockRight: false))
    #expect(!wrong.isWell && wrong.lines.contains { $0.contains("clockWrong") })
  }

  /// The page answers what somebody asks who has this error before them.
  @Test func `The documentation has each reason, as the doctor names it`() throws {
    let file = RepositoryFolder.url.appending(path: "Documentation/AppAttest.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    for failure in AppAttestFailure.allCases { #expect(page.contains("`\(failure.name)`"), "\(failure.name)") }
    #expect(page.contains("Failed to fetch App UUID"))
  }
}
