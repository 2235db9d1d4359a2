// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import Dispatch
import SecurityConstants

// Passwords that a website shares with its app. No website vouches for an app on this system, so no app has any: the
// calls answer as they do on Apple's systems for an app without associated domains.

/// Offers a password to the keychain of websites, which refuses it.
///
/// https://developer.apple.com/documentation/security/secaddsharedwebcredential(_:_:_:_:)
/// - Parameters:
///   - domain: Not looked at.
///   - account: Not looked at.
///   - password: Not looked at.
///   - completion: Called once, on a global queue, with `errSecMissingEntitlement`.
public func SecAddSharedWebCredential(
  _ domain: CFString, _ account: CFString, _ password: CFString?,
  _ completion: @escaping (CFError?) -> Void
) {
  let answer = Later { completion(NSError(status: errSecMissingEntitlement)) }
  DispatchQueue.global().async { answer.body() }
}

/// Asks for a website's passwords; there are none.
///
/// https://developer.apple.com/documentation/security/secrequestsharedwebcredential(_:_:_:)
/// - Parameters:
///   - domain: Not looked at.
///   - account: Not looked at.
///   - completion: Called once, on a global queue, with `errSecItemNotFound`.
public func SecRequestSharedWebCredential(
  _ domain: CFString?, _ account: CFString?, _ completion: @escaping (CFArray?, CFError?) -> Void
) {
  let answer = Later { completion(nil, NSError(status: errSecItemNotFound)) }
  DispatchQueue.global().async { answer.body() }
}

/// A random password in Apple's form.
///
/// https://developer.apple.com/documentation/security/seccreatesharedwebcredentialpassword()
/// - Returns: Four groups of three characters, with a letter of each case and a digit.
public func SecCreateSharedWebCredentialPassword() -> CFString? {
  while true {
    let groups = (0..<4).map { _ in String((0..<3).map { _ in randomCharacter() }) }
    let password = groups.joined(separator: "-")
    if password.contains(where: \.isLowercase), password.contains(where: \.isUppercase),
      password.contains(where: \.isNumber)
    {
      return NSString(string: password)
    }
  }
}

/// Takes a caller's closure to another thread once: Apple's signature does not say `Sendable`, and means it.
/// Unchecked because the closure is called once, on the thread that it is taken to.
private final class Later: @unchecked Sendable {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

/// The characters of passwords, without those that are taken for each other.
private let characters = Array("abcdefghkmnopqrstuvwxyABCDEFGHJKLMNPQRSTUVWXYZ23456789")

/// Bytes beyond the last whole multiple are thrown away, so that no character is likelier than another.
private func randomCharacter() -> Character {
  let limit = UInt8(256 / characters.count * characters.count)
  while true {
    let byte = SystemRandom.bytes(1)[0]
    if byte < limit { return characters[Int(byte) % characters.count] }
  }
}
