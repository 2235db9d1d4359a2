// SPDX-License-Identifier: Apache-2.0
package import Events
import Files
import Glibc
import SystemCalls

/// The turn to ask the person in a window: of all processes that share a file, one has it at a time, and it falls with its process.
package struct PromptTurn: Sendable {
  private static let pause = Duration.milliseconds(100)

  private let path: String

  package init(path: String) { self.path = path }

  /// The turn, until nobody holds this any more.
  package final class Held: Sendable {
    private let file: FileDescriptor

    fileprivate init(_ file: consuming FileDescriptor) { self.file = file }
  }

  /// Waits for the turn. Nil where there is no such file to share: two windows are better than none.
  ///
  /// - Throws: `PromptFailure.withdrawn` where the question is over before its turn comes.
  package func take(until over: ThreadNotifier?) throws -> Held? {
    guard let file = try? FileDescriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600) else { return nil }
    while try !file.tryLock() {
      if try Poll.readable([over?.raw ?? -1], within: Self.pause)[0] { throw PromptFailure.withdrawn }
    }
    return Held(file)
  }
}
