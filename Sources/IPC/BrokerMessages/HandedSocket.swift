// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// An end of a connection that comes along with a message, not in it.
package final class HandedSocket: Sendable {
  private let descriptor: FileDescriptor?

  package init(_ descriptor: consuming FileDescriptor?) { self.descriptor = descriptor }

  /// -1 where none came.
  package var raw: Int32 {
    switch descriptor {
    case .some(let descriptor): descriptor.raw
    case .none: -1
    }
  }

  package func duplicate() throws(SystemError) -> FileDescriptor? {
    switch descriptor {
    case .some(let descriptor): try descriptor.duplicate()
    case .none: nil
    }
  }
}
