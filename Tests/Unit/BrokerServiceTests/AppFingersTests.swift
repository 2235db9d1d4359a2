// SPDX-License-Identifier: Apache-2.0
import AppModel
import CallerIdentity
import Files
import Glibc
import PromptModel
import ProtectionModelTesting
import SystemCalls
import TemporaryFolder
import Testing

@testable import BrokerService

@Suite struct AppFingersTests {
  private let fingers = AppFingers.forThisStart()

  private func app(_ identifier: String) -> AppIdentity {
    AppIdentity(launched: LaunchedApp(identifier: identifier, entitlements: Entitlements(), launcher: 1))
  }

  private func set(_ byte: UInt8) throws -> FingerSet {
    try #require(
      FingerSet([UInt8](repeating: byte, count: FingerSet.size), at: FingerReader([UInt8](repeating: 9, count: 32))))
  }

  @Test func `Each app is told another state of the same fingers, which is the same at each question`() throws {
    let now = BiometryState.ready(try set(1))
    let told = fingers.state(now, for: app("com.example.one"))
    #expect(told == fingers.state(now, for: app("com.example.one")))
    #expect(told != fingers.state(now, for: app("com.example.two")))
    #expect(told != fingers.state(.ready(try set(2)), for: app("com.example.one")))
    // Neither the digest nor the reader is told.
    #expect(told.fingers?.reader == nil && told != now)
    #expect(fingers.state(.lockedOut(try set(1)), for: app("com.example.one")).fingers == told.fingers)
    #expect(fingers.state(.notEnrolled, for: app("com.example.one")) == .notEnrolled)
  }

  @Test func `What an app is told is the same after a start, and another in another instance`() throws {
    let (folder, keys) = (try TemporaryFolder(), FakeClassKeys())
    func told() throws -> BiometryState {
      let fingers = AppFingers(key: try StoredKey.fingers.key(in: folder.path, keys))
      return fingers.state(.ready(try set(1)), for: app("com.example.one"))
    }
    let before = try told()
    #expect(try told() == before)
    try FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY).unlink("fingers")
    #expect(try told() != before)
  }
}
