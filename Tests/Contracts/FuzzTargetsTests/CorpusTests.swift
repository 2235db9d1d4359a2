// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Foundation
import FuzzTargets
import RepositoryFolder
import Testing

/// What the fuzzers have kept, and what once broke something, run again each time.
@Suite struct CorpusTests {
  private static var targets: [any FuzzTarget.Type] {
    [
      EnclaveMessagesTarget.self, FileHeadersTarget.self, FileRecordsTarget.self, FileNamesTarget.self,
      UndoLogsTarget.self, StoreEpochsTarget.self, SupervisorMessagesTarget.self, CommandLineTarget.self,
      AccessRecordsTarget.self, DeclarationsTarget.self, ProxyTarget.self, ProxyMessagesTarget.self,
      TunnelTarget.self,
      ConfigurationTarget.self, DERTarget.self, KeysTarget.self, BrokerMessagesTarget.self, PropertyListsTarget.self,
      SecurityWordsTarget.self,
      CertificatesTarget.self, PKCS12Target.self, QueriesTarget.self, KeychainItemsTarget.self,
      ExternalItemsTarget.self, KeychainBackupTarget.self, CredentialExchangeTarget.self, PasswordRecordTarget.self,
      JSONTarget.self,
      AppBundlesTarget.self,
      WidgetAnswersTarget.self, WidgetRequestsTarget.self, WidgetViewsTarget.self,
      ConsentRecordsTarget.self, EmptyDevicesTarget.self, PersonalPlacesTarget.self, BusMessagesTarget.self,
      SocketOwnersTarget.self, ProgramTicketsTarget.self, SecretServiceTarget.self, TokensTarget.self,
      SignInRequestsTarget.self, CBORTarget.self, COSEKeysTarget.self, AuthenticatorDataTarget.self,
      AttestationObjectsTarget.self, BrowserRequestsTarget.self, AppAttestationsTarget.self, AppReceiptsTarget.self,
      MachineRequestsTarget.self,
      CredentialFormatsTarget.self,
    ]
  }
  private static let folder = RepositoryFolder.url.appending(path: "Fuzz")

  private static func corpus(of target: any FuzzTarget.Type) throws -> [[UInt8]] {
    let corpus = folder.appending(path: target.name).appending(path: "Corpus")
    return try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
      .map { try Array(Data(contentsOf: $0)) }
  }

  @Test(arguments: targets.map { $0.name }) func `Every corpus runs through`(name: String) throws {
    let target = try #require(Self.targets.first { $0.name == name })
    let corpus = try Self.corpus(of: target)
    #expect(corpus.count >= 20)
    for bytes in corpus {
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

  /// A fuzzer hardly comes upon a message of several hundred bytes that nobody has shown it.
  @Test func `Every message of the enclave is in its corpus`() throws {
    let corpus = try Self.corpus(of: EnclaveMessagesTarget.self)
    let requests = corpus.compactMap { try? EnclaveRequest(decoding: $0.span).number }
    let replies = corpus.compactMap { try? EnclaveReply(decoding: $0.span).number }
    let events = corpus.compactMap { try? EnclaveEvent(decoding: $0.span).number }
    #expect(Set(requests) == Set(EnclaveRequest.Number.allCases))
    #expect(Set(replies) == Set(EnclaveReply.Number.allCases))
    #expect(Set(events) == Set(EnclaveEvent.Number.allCases))
  }
}
