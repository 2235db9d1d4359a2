// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import Testing

@Suite struct FakeClassKeysTests {
  @Test(arguments: LockState.allCases, KeyClass.allCases)
  func `Follows the table of lock states`(state: LockState, keyClass: KeyClass) throws {
    let keys = FakeClassKeys()
    let made = try keys.makeKey(keyClass).wrapped
    keys.move(to: state)
    #expect(keys.isAvailable(keyClass) == state.permitsUnwrap(keyClass))
    if state.permitsUnwrap(keyClass) {
      _ = try keys.unwrap(made)
    } else {
      #expect(throws: ClassKeyError.refusedByLockState(keyClass)) { _ = try keys.unwrap(made) }
    }
    if state.permitsWrap(keyClass) {
      _ = try keys.makeKey(keyClass)
    } else {
      #expect(throws: ClassKeyError.refusedByLockState(keyClass)) { _ = try keys.makeKey(keyClass) }
    }
  }

  @Test func `A fake of the same seed unwraps what another wrapped`() throws {
    let made = try FakeClassKeys(seed: 9).makeKey(.fileComplete)
    let again = try FakeClassKeys(seed: 9).unwrap(made.wrapped)
    let same = made.key.withBytes { one in again.withBytes { other in one.indices.allSatisfy { one[$0] == other[$0] } }
    }
    #expect(same)
    let wrapped = made.wrapped
    #expect(throws: ClassKeyError.damaged) { _ = try FakeClassKeys(seed: 8).unwrap(wrapped) }
  }

  @Test func `While locking the state is grace and class a is refused`() throws {
    let keys = FakeClassKeys()
    let made = try keys.makeKey(.fileComplete).wrapped
    keys.beginLocking()
    #expect(keys.lockState == .grace)
    #expect(throws: ClassKeyError.refusedByLockState(.fileComplete)) { _ = try keys.unwrap(made) }
    _ = try keys.makeKey(.fileCompleteUnlessOpen)
  }

  @Test func `Nobody answers once disconnected`() {
    let keys = FakeClassKeys()
    keys.disconnect()
    #expect(throws: ClassKeyError.unavailable) { _ = try keys.makeKey(.fileNone) }
  }
}
