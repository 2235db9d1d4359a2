// SPDX-License-Identifier: Apache-2.0
import CFuse
import CFuseChannel
import Glibc
import Threads

/// The user data of libfuse: the filesystem, and how to answer for it.
///
/// The mount holds it for as long as the session exists, so a request can use it without counting references.
final class Host: Sendable {
  let operations: any FileSystemOperations
  let lifetimes: CacheLifetimes
  let locks: MountOptions.Locks
  let accessLists: MountOptions.AccessLists
  /// Holds the session's descriptor open for those who notify the kernel.
  let notifications = Gate()
  let pending = PendingReplies()

  init(_ operations: any FileSystemOperations, _ options: MountOptions) {
    self.operations = operations
    lifetimes = options.lifetimes
    locks = options.locks
    accessLists = options.accessLists
  }
}

/// A request, until it is answered.
@safe struct Request {
  let raw: fuse_req_t

  var caller: Caller {
    guard let context = unsafe fuse_req_ctx(raw) else { return Caller(user: 0, group: 0, process: 0, umask: 0) }
    return unsafe Caller(
      user: context.pointee.uid, group: context.pointee.gid, process: context.pointee.pid,
      umask: context.pointee.umask)
  }

  /// The privilege bits that the kernel asked to clear with the request this thread is serving.
  var privileges: PrivilegeBits { cfuse_clears_privileges() ? .clear : .keep }
}

/// The request that the calling thread serves, for an implementation that waits before it answers.
package enum CurrentRequest {
  /// Whether the program got a signal: it waits for the answer all the same, so that it should have one soon. The kernel
  /// tells it by another request, for which a thread must be free.
  package static var isInterrupted: Bool { cfuse_is_interrupted() }
}

/// Serves one request: what the body throws becomes the program's errno. The body answers last of all.
@inline(__always)
func serve(_ raw: fuse_req_t?, _ body: (Host, Request) throws(FileError) -> Void) {
  guard let raw = unsafe raw, let context = unsafe fuse_req_userdata(raw) else { return }
  let request = unsafe Request(raw: raw)
  unsafe cfuse_begin_request(UnsafeMutableRawPointer(raw))
  unsafe Unmanaged<Host>.fromOpaque(context)._withUnsafeGuaranteedRef { host in
    do throws(FileError) { try body(host, request) } catch { request.fail(error) }
  }
}

/// A name or other text from the kernel, of at most so many bytes.
func bytes(_ text: UnsafePointer<CChar>?, atMost limit: Int = 255) throws(FileError) -> [UInt8] {
  guard let text = unsafe text else { throw FileError(EINVAL) }
  let count = unsafe strlen(text)
  guard count <= limit else { throw FileError(ENAMETOOLONG) }
  return unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: count))
}

extension NodeID {
  init(_ raw: fuse_ino_t) { self.init(rawValue: raw) }
}
