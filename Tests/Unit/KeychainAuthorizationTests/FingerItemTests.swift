// SPDX-License-Identifier: Apache-2.0
import AskedPerson
import KeychainAuthorization
import KeychainModel
import PromptModel
import PromptQueue
import Testing

/// Items that want a finger, with a sensor.
@Suite struct FingerItemTests {
  private let sensor = FakeSensor()
  private let proofs = ToldProofs()
  private let authenticator: PersonAuthenticator
  private let app = Requester(process: 7, program: "/opt/diary")

  init() {
    authenticator = PersonAuthenticator(proofs: proofs, fingers: sensor)
    authenticator.unlocked()
  }

  private var authorizer: CallerAuthorizer { CallerAuthorizer(authenticator, for: app, since: authenticator.now) }

  private func bound(_ constraints: AccessConstraints) throws -> AccessControl {
    try authorizer.binding(try #require(AccessControl(.whenUnlocked, constraints: constraints)))
  }

  /// The status for a call that asks nobody.
  private func status(_ access: AccessControl) -> KeychainStatus? {
    do throws(KeychainStatus) {
      try authorizer.authorize(access, AuthenticationChoice(prompt: .fail))
      return nil
    } catch {
      return error
    }
  }

  @Test func `An item for the fingers of now is bound to them, and others are not`() throws {
    #expect(try bound(.biometryCurrentSet).fingers == sensor.set)
    #expect(try bound(.biometryCurrentSet).accepted == AcceptedProofs(passcode: false, finger: .of(sensor.set)))
    #expect(try bound(.biometryAny).accepted == .biometry)
    #expect(try bound(.userPresence).accepted == .any)
    #expect(try bound(.devicePasscode).accepted == .passcode)
    let either = try bound([.biometryCurrentSet, .or, .devicePasscode])
    #expect(either.accepted == AcceptedProofs(passcode: true, finger: .of(sensor.set)))
    for beyond in [[.biometryAny, .and, .devicePasscode], [.biometryAny, .devicePasscode], .companion]
      as [AccessConstraints]
    {
      #expect(throws: KeychainStatus.authFailed) { try bound(beyond) }
    }
  }

  @Test func `Where no finger is enrolled nothing is stored for one`() throws {
    for fingers in [.success(nil), .failure(.unavailable)] as [Result<FingerSet?, FingerSensorFailure>] {
      sensor.change { $0.fingers = fingers }
      for beyond in [.biometryAny, .biometryCurrentSet] as [AccessConstraints] {
        #expect(throws: KeychainStatus.authFailed) { try bound(beyond) }
      }
      // The passcode alone opens it, whatever is enrolled later.
      let either = try bound([.biometryCurrentSet, .or, .devicePasscode])
      #expect(either.accepted == .passcode)
    }
  }

  @Test func `Another set of fingers loses the item, and a sensor that is away does not`() throws {
    let (bound, any) = (try bound(.biometryCurrentSet), try bound(.biometryAny))
    #expect(status(bound) == .interactionNotAllowed)
    sensor.change { $0.fingers = .failure(.unavailable) }
    #expect(status(bound) == .authFailed)
    sensor.change { $0.fingers = .success(FakeSensor(2).set) }
    #expect(status(bound) == .decode)
    #expect(status(any) == .interactionNotAllowed)
    sensor.change { $0.fingers = .success(nil) }
    #expect(status(bound) == .decode)
    #expect(status(any) == .interactionNotAllowed)
  }

  @Test func `Another reader loses no item and opens none, and the first one has it again`() throws {
    let bound = try bound(.biometryCurrentSet)
    // A finger under the same name is another digest there; no digest counts from another reader.
    let impostor = try #require(FingerSet(sensor.set.bytes, at: FakeSensor(1, at: 8).set.reader))
    for other in [FakeSensor(2, at: 8).set, FakeSensor(1, at: 8).set, impostor] {
      sensor.change { $0.fingers = .success(other) }
      #expect(status(bound) == .authFailed)
      #expect(!FingerRule.of(sensor.set).isMet(by: other))
    }
    sensor.change { ($0.fingers, $0.reader) = (.success(nil), FakeSensor(1, at: 8).set.reader) }
    #expect(status(bound) == .authFailed)
    sensor.change { ($0.fingers, $0.reader) = (.success(sensor.set), nil) }
    #expect(status(bound) == .interactionNotAllowed)
    sensor.change { $0.fingers = .success(FakeSensor(2).set) }
    #expect(status(bound) == .decode)
  }

  @Test func `An item of a version that stored no reader is for its digest`() throws {
    let old = try #require(FingerSet(sensor.set.bytes))
    let access = try #require(AccessControl(.whenUnlocked, constraints: .biometryCurrentSet)).bound(to: old)
    #expect(status(access) == .interactionNotAllowed)
    sensor.change { $0.fingers = .success(FakeSensor(2).set) }
    #expect(status(access) == .decode)
  }

  @Test func `The set is stored with the item and told to nobody`() throws {
    let bound = try bound(.biometryCurrentSet)
    #expect(bound.serialized.count == AccessControl.serializedSize)
    #expect(bound.bound(to: nil) == AccessControl(.whenUnlocked, constraints: .biometryCurrentSet))
  }
}
