// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls
import Threads

/// Watches the file calls made on a folder, and remembers what each changed.
///
/// What is in the folder at the beginning counts as being on the disk.
package final class CrashRecorder<Mark: Sendable>: Sendable {
  private struct State {
    var tree: TreeImage
    var calls: [RecordedCall] = []
    var marks: [CrashHistory<Mark>.Milestone] = []
    var pending: Pending?
    /// Files stay open, so that no inode number is given twice.
    var held: [TreeImage.Inode: HeldFile] = [:]
  }

  private struct Pending {
    let call: PendingCall
    let file: HeldFile?
    let before: [UInt8]
    let tree: TreeImage
  }

  private final class HeldFile: Sendable {
    let descriptor: FileDescriptor
    let inode: TreeImage.Inode

    init?(duplicating raw: Int32) {
      let copy = fcntl(raw, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { return nil }
      descriptor = FileDescriptor(owning: copy)
      guard let status = try? descriptor.status() else { return nil }
      inode = status.st_ino
    }

    var bytes: [UInt8] {
      guard let status = try? descriptor.status(), status.st_mode & S_IFMT == S_IFREG else { return [] }
      let path = "/proc/self/fd/\(descriptor.raw)"
      return (try? FileDescriptor.open(path, O_RDONLY).read(count: Int(status.st_size), at: 0)) ?? []
    }
  }

  private let folder: FileDescriptor
  private let base: TreeImage
  private let state: Locked<State>

  private init(_ folder: consuming FileDescriptor) throws {
    base = try TreeImage(of: folder)
    self.folder = folder
    state = Locked(State(tree: base))
  }

  /// Runs an operation on a folder and records it.
  package static func record(
    _ folder: String, _ operation: (CrashRecorder) throws -> Void
  ) throws -> CrashHistory<Mark> {
    let recorder = try CrashRecorder(FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY))
    let plan = FaultPlan { call in
      FaultPlan.$current.withValue(nil) { recorder.willMake(call) }
      return nil
    }
    try FaultPlan.$current.withValue(plan) { try operation(recorder) }
    return recorder.finish()
  }

  /// Says that from here on something holds that a crash may not undo.
  package func reached(_ mark: Mark) {
    FaultPlan.$current.withValue(nil) {
      state.withLock { state in
        complete(&state)
        state.marks.append(.init(calls: state.calls.count, mark: mark))
      }
    }
  }

  private func finish() -> CrashHistory<Mark> {
    state.withLock { state in
      complete(&state)
      return CrashHistory(base: base, calls: state.calls, marks: state.marks)
    }
  }

  private func willMake(_ call: PendingCall) {
    state.withLock { state in
      complete(&state)
      guard Self.mutating.contains(call.call) else { return }
      let file = HeldFile(duplicating: call.descriptor)
      if let file { state.held[file.inode] = state.held[file.inode] ?? file }
      // Looked at again, because mapped memory changes without a call.
      if let tree = try? TreeImage(of: folder, after: state.tree) { state.tree = tree }
      state.pending = Pending(call: call, file: file, before: file?.bytes ?? [], tree: state.tree)
    }
  }

  private func complete(_ state: inout State) {
    guard let pending = state.pending else { return }
    state.pending = nil
    guard let tree = try? TreeImage(of: folder, after: state.tree) else { return }
    state.tree = tree
    for effect in Self.effects(of: pending, pending.tree, tree) {
      state.calls.append(
        RecordedCall(effect: effect, name: pending.call.call.rawValue, before: pending.tree, after: tree))
    }
  }

  private static var mutating: Set<SystemCall> {
    [
      .open, .pwrite, .fsync, .fdatasync, .syncFileRange, .syncfs, .ftruncate, .fallocate, .rename, .link, .unlink,
      .mkdir, .rmdir, .symlink, .mknod, .chmod, .chown, .setxattr, .removexattr,
    ]
  }

  private static func effects(
    of pending: Pending, _ before: TreeImage, _ after: TreeImage
  ) -> [RecordedCall.Effect] {
    let inode = pending.file?.inode ?? 0
    switch pending.call.call {
    case .pwrite:
      let bytes = pending.file?.bytes ?? []
      return [.write(inode, offset: pending.call.offset, count: pending.call.count, after: bytes)]
    case .ftruncate, .fallocate:
      return [.resize(inode, resize(pending.before, pending.file?.bytes ?? []))]
    case .fsync: return [.sync(inode, .everything)]
    case .fdatasync: return [.sync(inode, .data)]
    case .syncFileRange: return [.sync(inode, .writeOut)]
    case .syncfs: return [.syncEverything]
    case .open: return emptied(before, after) + (before.skeleton == after.skeleton ? [] : [.metadata])
    default: return before.skeleton == after.skeleton ? [] : [.metadata]
    }
  }

  private static func resize(_ before: [UInt8], _ after: [UInt8]) -> RecordedCall.Resize {
    let shared = min(before.count, after.count)
    let size = after.count
    guard FileImage(Array(before[..<shared])) != FileImage(Array(after[..<shared])) else {
      return RecordedCall.Resize(size: size, zeroed: nil)
    }
    let changed = (0..<shared).filter { before[$0] != after[$0] }
    return RecordedCall.Resize(size: size, zeroed: (changed.first ?? 0)..<(changed.last ?? -1) + 1)
  }

  /// Files that an opening cut to nothing.
  private static func emptied(_ before: TreeImage, _ after: TreeImage) -> [RecordedCall.Effect] {
    after.nodes.keys.filter { after.bytes(of: $0) == [] && before.bytes(of: $0)?.isEmpty == false }
      .map { .resize($0, RecordedCall.Resize(size: 0, zeroed: nil)) }
  }
}

extension TreeImage {
  /// The image without the bytes of files.
  var skeleton: TreeImage {
    var skeleton = self
    for (inode, node) in nodes {
      if case .file = node.contents { skeleton.nodes[inode]?.contents = .file(FileImage([])) }
    }
    return skeleton
  }
}
