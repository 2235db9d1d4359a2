// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import SecretMemory

/// What every `ClassKeyService` must do in every lock state; each conformer is put through the same.
package struct ClassKeyContract {
  /// The classes the conformer has keys of.
  private let classes: [KeyClass]
  /// Brings the conformer into a state; another object may stand for it afterwards, as after a restart.
  private let subject: (LockState) throws -> any ClassKeyService

  package init(classes: [KeyClass] = KeyClass.allCases, subject: @escaping (LockState) throws -> any ClassKeyService) {
    self.classes = classes
    self.subject = subject
  }

  private static let course: [LockState] = [.beforeFirstUnlock, .unlocked, .grace, .locked, .unlocked]

  /// Walks through the lock states and says what was not as it should be.
  package func violations() throws -> [String] {
    let unlocked = try subject(.unlocked)
    let made = try classes.map { keyClass in
      let new = try unlocked.makeKey(keyClass)
      return Made(wrapped: new.wrapped, key: bytes(of: new.key))
    }
    return try Self.course.flatMap { state in
      let keys = try subject(state)
      return made.flatMap { made in
        Course(keys: keys, state: state, made: made, others: classes).problems().map { "\(state), \(made): \($0)" }
      }
    }
  }
}

private struct Made: CustomStringConvertible {
  let wrapped: WrappedKey
  let key: [UInt8]
  var description: String { "\(wrapped.keyClass)" }
}

private func bytes(of secret: borrowing SecretBytes) -> [UInt8] {
  secret.withBytes { span in span.indices.map { span[$0] } }
}

private struct Course {
  let keys: any ClassKeyService
  let state: LockState
  let made: Made
  let others: [KeyClass]

  private var keyClass: KeyClass { made.wrapped.keyClass }
  private var unwraps: Bool { state.permitsUnwrap(keyClass) }

  func problems() -> [String] {
    [availability(), unwrapping(), making(), tampering(), anotherClass()].compactMap { $0 } + rewrapping()
  }

  private func availability() -> String? {
    keys.isAvailable(keyClass) == unwraps ? nil : "isAvailable is not \(unwraps)"
  }

  private func unwrapping() -> String? {
    do {
      let key = try keys.unwrap(made.wrapped)
      if !unwraps { return "unwraps" }
      return bytes(of: key) == made.key ? nil : "unwraps to another key"
    } catch {
      return !unwraps && error == .refusedByLockState(keyClass) ? nil : "unwrap throws \(error)"
    }
  }

  private func making() -> String? {
    do throws(ClassKeyError) {
      let new = try keys.makeKey(keyClass)
      if !state.permitsWrap(keyClass) { return "makes keys" }
      if new.wrapped.keyClass != keyClass { return "makes keys of another class" }
      if bytes(of: new.key) == made.key { return "makes the same key twice" }
      guard unwraps else { return nil }
      return bytes(of: try keys.unwrap(new.wrapped)) == bytes(of: new.key) ? nil : "makes keys that do not unwrap"
    } catch {
      return !state.permitsWrap(keyClass) && error == .refusedByLockState(keyClass) ? nil : "makeKey throws \(error)"
    }
  }

  private func tampering() -> String? {
    guard unwraps else { return nil }
    var changed = made.wrapped.bytes
    changed[changed.count - 1] ^= 1
    return damaged(changed, keyClass) ? nil : "a changed wrap is not damaged"
  }

  /// A wrap of one class is none of another, whatever it is called.
  private func anotherClass() -> String? {
    guard
      let other = others.first(where: { $0 != keyClass && state.permitsUnwrap($0) && $0 != .fileCompleteUnlessOpen })
    else { return nil }
    return damaged(Array(made.wrapped.bytes.suffix(40)), other) ? nil : "unwraps as \(other)"
  }

  private func damaged(_ bytes: [UInt8], _ keyClass: KeyClass) -> Bool {
    guard let wrapped = WrappedKey(keyClass: keyClass, bytes: bytes) else { return false }
    do {
      _ = try keys.unwrap(wrapped)
      return false
    } catch {
      return error == .damaged
    }
  }

  private func rewrapping() -> [String] {
    others.compactMap { other in
      let permitted = unwraps && state.permitsWrap(other)
      do throws(ClassKeyError) {
        let wrapped = try keys.rewrap(made.wrapped, to: other)
        if !permitted { return "rewraps to \(other)" }
        guard state.permitsUnwrap(other) else { return nil }
        return bytes(of: try keys.unwrap(wrapped)) == made.key ? nil : "rewraps another key to \(other)"
      } catch {
        let refusals = [ClassKeyError.refusedByLockState(keyClass), .refusedByLockState(other)]
        return !permitted && refusals.contains(error) ? nil : "rewrap to \(other) throws \(error)"
      }
    }
  }
}
