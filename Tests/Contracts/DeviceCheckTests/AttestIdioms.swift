// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import BrokerClient
import BrokerMessages
import CryptoKit
import DeviceCheck
import SystemCalls
import Testing
import Threads

/// Code of apps as it is written for Apple's systems, against what a broker may answer.
@Suite struct AttestIdioms {
  /// Answers each call with the next failure, and else as a working one.
  private final class Source: AttestSource {
    let failures: Locked<[BrokerClientError]>
    let calls = Locked<[String]>([])

    init(_ failures: BrokerClientError...) { self.failures = Locked(failures) }

    private func next(_ call: String) throws(BrokerClientError) {
      calls.withLock { $0.append(call) }
      if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
    }

    func checkAttestation() throws(BrokerClientError) { try next("check") }
    func checkDevice() throws(BrokerClientError) { try next("device") }
    func deviceToken() throws(BrokerClientError) -> [UInt8] {
      try next("token")
      return [3]
    }
    func makeAttestKey() throws(BrokerClientError) -> [UInt8] {
      try next("make")
      return [UInt8](repeating: 5, count: 32)
    }
    func attest(_ id: [UInt8], clientDataHash: [UInt8]) throws(BrokerClientError) -> [UInt8] {
      try next("attest \(id[0]) \(clientDataHash.count)")
      return [1]
    }
    func assert(_ id: [UInt8], clientDataHash: [UInt8]) throws(BrokerClientError) -> [UInt8] {
      try next("assert \(id[0]) \(clientDataHash.count)")
      return [2]
    }
  }

  private static let keyID = Data(repeating: 5, count: 32).base64EncodedString()
  private static let hash = Data(SHA256.hash(data: Data("challenge".utf8)))

  private func error(of failure: BrokerClientError) async -> NSError? {
    await AttestSources.$replacement.withValue(Source(failure)) {
      do {
        _ = try await DCAppAttestService.shared.attestKey(Self.keyID, clientDataHash: Self.hash)
        return nil
      } catch { return error as NSError }
    }
  }

  @Test func `An app makes a key, has it attested and signs with it, awaiting or with handlers`() async throws {
    let source = Source()
    try await AttestSources.$replacement.withValue(source) {
      let service = DCAppAttestService.shared
      #expect(service.isSupported)
      let id = try await service.generateKey()
      #expect(id == Self.keyID)
      #expect(try await service.attestKey(id, clientDataHash: Self.hash) == Data([1]))
      let assertion: Data? = await withCheckedContinuation { continuation in
        service.generateAssertion(id, clientDataHash: Self.hash) { assertion, _ in
          continuation.resume(returning: assertion)
        }
      }
      #expect(assertion == Data([2]))
    }
    #expect(source.calls.withLock { $0 } == ["check", "make", "attest 5 32", "assert 5 32"])
  }

  @Test func `A token of the device comes, or the error says whether it may come later`() async throws {
    let source = Source()
    try await AttestSources.$replacement.withValue(source) {
      #expect(DCDevice.current.isSupported)
      let token = try await DCDevice.current.generateToken()
      #expect(token == Data([3]))
    }
    #expect(source.calls.withLock { $0 } == ["device", "token"])
    for (failure, code) in [
      (AppAttestFailure.notEnrolled, DCError.Code.featureUnsupported), (.issuerUnavailable, .serverUnavailable),
      (.issuerRefused, .invalidKey), (.issuerAnswerTooLong, .unknownSystemFailure),
    ] {
      let code = await AttestSources.$replacement.withValue(Source(.refused(.attest(failure)))) {
        do {
          _ = try await DCDevice.current.generateToken()
          return false
        } catch { return (error as? DCError)?.code == code }
      }
      #expect(code)
    }
    AttestSources.$replacement.withValue(Source(.refused(.attest(.notEnrolled)))) {
      #expect(!DCDevice.current.isSupported)
    }
  }

  @Test(
    arguments: zip(
      [AppAttestFailure.noApplicationIdentifier, .hashTooShort, .keyGone, .clockWrong],
      [DCInvalidInputReason.noApplicationIdentifier, .hashTooShort, .keyGone, .clockWrong]))
  func `Invalid input says which of its four reasons it has`(
    failure: AppAttestFailure, reason: DCInvalidInputReason
  ) async throws {
    let error = try #require(await error(of: .refused(.attest(failure))))
    #expect(error.domain == "com.apple.devicecheck.error" && error.code == 2)
    #expect(error.userInfo[NSUnderlyingErrorKey] as? DCInvalidInputReason == reason)
    #expect(error.localizedDescription == reason.errorDescription)
  }

  @Test(arguments: [
    (BrokerClientError.refused(.attest(.alreadyAttested)), DCError.Code.invalidKey),
    (.refused(.attest(.notAttested)), .invalidKey), (.refused(.attest(.hashTooLong)), .invalidInput),
    (.refused(.attest(.locked)), .serverUnavailable), (.closed, .serverUnavailable),
    (.refused(.tooManyRequests), .serverUnavailable), (.refused(.attest(.tooManyKeys)), .unknownSystemFailure),
    (.refused(.attest(.unavailable)), .unknownSystemFailure), (.unexpectedReply, .unknownSystemFailure),
    (.refused(.notPermitted), .featureUnsupported), (.unreachable(SystemError(.connect, code: 2)), .featureUnsupported),
    (.tooLarge, .invalidInput),
  ])
  func `Every failure has Apple's code`(failure: BrokerClientError, code: DCError.Code) async throws {
    let error = try #require(await error(of: failure))
    #expect((error as Error as? DCError)?.code == code && error.userInfo[NSUnderlyingErrorKey] == nil)
  }

  @Test func `Nothing is supported where nobody answers`() {
    AttestSources.$replacement.withValue(Source(.unreachable(SystemError(.connect, code: 2)))) {
      #expect(!DCAppAttestService.shared.isSupported)
    }
  }

  @Test func `An identifier that is none is one of no key`() async throws {
    let source = Source(.refused(.attest(.keyGone)))
    await AttestSources.$replacement.withValue(source) {
      await #expect(throws: DCError.self) {
        try await DCAppAttestService.shared.generateAssertion("not base64", clientDataHash: Self.hash)
      }
    }
    #expect(source.calls.withLock { $0 } == ["assert 0 32"])
  }

  /// The recipe of Documentation/AppAttest.md: what an app does with each code.
  @Test func `With the documented recipe a lost key is made anew once, and a busy moment keeps it`() async throws {
    let lost = Source(.refused(.attest(.keyGone)))
    let (id, attestation) = try await AttestSources.$replacement.withValue(lost) {
      try await attested(stored: "old", hash: Self.hash)
    }
    #expect(id == Self.keyID && attestation == Data([1]))
    #expect(lost.calls.withLock { $0 } == ["attest 0 32", "make", "attest 5 32"])
    let busy = Source(.refused(.attest(.locked)))
    await AttestSources.$replacement.withValue(busy) {
      await #expect(throws: DCError.self) { try await attested(stored: Self.keyID, hash: Self.hash) }
    }
    #expect(busy.calls.withLock { $0 } == ["attest 5 32"])
    let twice = Source(.refused(.attest(.keyGone)), .refused(.attest(.keyGone)), .refused(.attest(.keyGone)))
    await AttestSources.$replacement.withValue(twice) {
      await #expect(throws: DCError.self) { try await attested(stored: nil, hash: Self.hash) }
    }
  }

  private func attested(stored: String?, hash: Data) async throws -> (id: String, attestation: Data) {
    let service = DCAppAttestService.shared
    if let stored {
      do {
        return (stored, try await service.attestKey(stored, clientDataHash: hash))
      } catch let error as DCError where error.code == .invalidInput || error.code == .invalidKey {
        // The key has gone, or was attested before: a new one, once.
      }
    }
    let id = try await service.generateKey()
    return (id, try await service.attestKey(id, clientDataHash: hash))
  }
}
