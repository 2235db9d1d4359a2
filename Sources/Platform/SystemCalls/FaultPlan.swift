// SPDX-License-Identifier: Apache-2.0

/// A system call about to be made on a file.
package struct PendingCall: Sendable {
  package let call: SystemCall
  /// The file, or the directory for calls that name an entry; -1 where there is neither.
  package let descriptor: Int32
  package let offset: Int
  package let count: Int
}

/// The plan of a test for the file calls made while it is in force: it fails the nth one, or looks at the disk before
/// each.
///
/// Every call of `FileDescriptor` checks it first. Only tests set a plan. It holds for the thread or task that set it,
/// so that tests can run at the same time.
package struct FaultPlan: Sendable {
  @TaskLocal package static var current: FaultPlan?

  /// An errno to fail with in place of making the call, or nil to make it.
  package let before: @Sendable (PendingCall) -> Int32?

  package init(before: @escaping @Sendable (PendingCall) -> Int32?) { self.before = before }

  package static func check(
    _ call: SystemCall, _ descriptor: Int32 = -1, offset: Int = 0, count: Int = 0
  ) throws(SystemError) {
    guard let plan = current else { return }
    let pending = PendingCall(call: call, descriptor: descriptor, offset: offset, count: count)
    if let code = plan.before(pending) { throw SystemError(call, code: code) }
  }
}
