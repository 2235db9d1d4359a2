// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The cause of `DCError.invalidInput`: the error under `NSUnderlyingErrorKey`, which Apple's systems leave out.
public enum DCInvalidInputReason: String, Error, Sendable, CaseIterable {
  /// The program is no app that Bailey started from a signed bundle, so it has no application identifier. What an app says of itself
  /// in its arguments, environment or `Info.plist` gives it none.
  case noApplicationIdentifier
  /// `clientDataHash` has fewer than 16 bytes. The SHA-256 of the client data has 32.
  case hashTooShort
  /// There is no such key: keys go with the app's removal, a restore and an erase, while a keychain item with their identifier may
  /// stay. Make a new key once, and attest it.
  case keyGone
  /// The machine's clock is wrong. The same key goes through once it is right.
  case clockWrong
}

extension DCInvalidInputReason: LocalizedError {
  /// The reason in a sentence.
  public var errorDescription: String? {
    switch self {
    case .noApplicationIdentifier: "The program is no signed app that Bailey started: it has no application identifier."
    case .hashTooShort: "The hash of the client data has fewer than 16 bytes."
    case .keyGone: "There is no such key of this app any more."
    case .clockWrong: "The clock of this machine is wrong."
    }
  }
}
