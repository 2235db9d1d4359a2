// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuzzTargets
import Testing

/// What the fuzzers have kept, and what once broke something, run again each time.
@Suite struct CorpusTests {
  private static var targets: [any FuzzTarget.Type] {
    [
      EnclaveMessagesTarget.self, FileHeadersTarget.self, FileRecordsTarget.self, FileNamesTarget.self,
      UndoLogsTarget.self, StoreEpochsTarget.self, SupervisorMessagesTarget.self, CommandLineTarget.self,
      ConfigurationTarget.self, DERTarget.self, KeysTarget.self, BrokerMessagesTarget.self, PropertyListsTarget.self,
      SecurityWordsTarget.self,
      CertificatesTarget.self, PKCS12Target.self, QueriesTarget.self, KeychainItemsTarget.self,
      ExternalItemsTarget.self, KeychainBackupTarget.self, PasswordRecordTarget.self,
    ]
  }
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz")

  @Test(arguments: targets.map { $0.name }) func everyCorpusRunsThrough(name: String) throws {
    let target = try #require(Self.targets.first { $0.name == name })
    let corpus = Self.folder.appending(path: target.name).appending(path: "Corpus")
    let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
    #expect(files.count >= 20)
    for file in files {
      let bytes = try Array(Data(contentsOf: file))
      target.run(bytes)
      // And what is near it.
      for index in stride(from: 0, to: bytes.count, by: bytes.count / 16 + 1) {
        for change: UInt8 in [1, 0x80, 0xFF] {
          var changed = bytes
          changed[index] ^= change
          target.run(changed)
        }
        target.run(Array(bytes.prefix(index)))
      }
    }
  }
}
