// SPDX-License-Identifier: Apache-2.0
import Mounts
import SystemCalls

/// The care of a mount from outside of the process that serves it, or by programs: each of these asks the filesystem
/// for something, or takes rights that whoever serves need not keep.
protocol MountCare: Sendable {
  /// Unmounts what ended processes left.
  func clearDisconnected(within timeout: Duration) throws(SystemError)
  /// Throws unless the filesystem answers, if only to refuse, before `ended` becomes readable.
  func checkAnswer(within timeout: Duration, unless ended: borrowing FileDescriptor) throws(SystemError)
  /// Has the kernel write what programs changed through mappings.
  func writeOut()
  /// The same, and unmounts unless something is still in use.
  func unmountServed() -> UnmountOutcome
  /// Cuts the kernel off, by the force that root has where there are no control files.
  func abort() -> MountPoint.Abortion
}

extension MountPoint: MountCare {}
