// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Foundation
import TemporaryFolder
import Testing

@testable import BrokerService

/// What an end at any step of an enrolment leaves: the one of before, or the new one.
@Suite struct KeptEnrolmentTests {
  private func enrolment(_ machine: String) throws -> IssuerEnrolment {
    let key = try #require(StoredMachineKey(publicArea: [1], privateArea: [2]))
    return try #require(
      IssuerEnrolment(server: "https://id.example.org", machine: machine, authorities: nil, root: [3], key: key))
  }

  @Test func `It outlasts an end, and what an end has cut off counts for nothing and goes`() throws {
    try withTemporaryFolder { folder in
      let (first, second) = (try enrolment("FIRST00001"), try enrolment("SECOND0001"))
      try KeptEnrolment(in: folder).set(first)
      // The file that was being written when the process was killed.
      let cut = "\(folder)/.issuer-new-123456"
      try String(second.text.dropLast(9)).write(toFile: cut, atomically: true, encoding: .utf8)
      let kept = KeptEnrolment(in: folder)
      #expect(kept.enrolment == first)
      try kept.set(second)
      #expect(KeptEnrolment(in: folder).enrolment == second)
      #expect(!FileManager.default.fileExists(atPath: cut))
      try kept.set(nil)
      #expect(KeptEnrolment(in: folder).enrolment == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      // Again: as whoever did not hear the answer does.
      try kept.set(nil)
    }
  }

  @Test func `A file that is no enrolment is none`() throws {
    try withTemporaryFolder { folder in
      let text = try enrolment("FIRST00001").text
      for other in ["", String(text.dropLast()), text + "\n", text.replacing("https", with: "ftp")] {
        try other.write(toFile: "\(folder)/\(IssuerEnrolment.file)", atomically: true, encoding: .utf8)
        #expect(KeptEnrolment(in: folder).enrolment == nil, "\(other)")
      }
    }
  }
}
