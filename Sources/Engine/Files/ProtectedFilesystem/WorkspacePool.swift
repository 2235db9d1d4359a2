// SPDX-License-Identifier: Apache-2.0
import FuseSession
import ProtectedFiles
import Threads

/// Workspaces for requests, kept from one request to the next.
final class WorkspacePool: Sendable {
  private let journal: IntentJournal
  private let free = Locked<[Locked<ContentWorkspace>]>([])
  /// The plaintext of all workspaces, including those in use.
  private let clear = Locked<[Cleartext]>([])

  init(_ journal: IntentJournal) { self.journal = journal }

  func withWorkspace<Result>(
    _ body: (inout ContentWorkspace) throws(FileFormatError) -> Result
  ) throws(FileFormatError) -> Result {
    let workspace = try take()
    defer { free.withLock { $0.append(workspace) } }
    return try workspace.withLock { (workspace) throws(FileFormatError) in try body(&workspace) }
  }

  /// Gives back the memory of large requests. To be called when nothing has been asked for a while.
  func shrink() {
    free.withLock { free in
      for workspace in free { workspace.withLock { $0.shrink() } }
    }
  }

  /// Wipes what requests under way have decrypted with keys that are gone. Those requests fail before they use any more
  /// of it.
  func revoke() {
    for clear in clear.withLock({ $0 }) { clear.revoke() }
  }

  private func take() throws(FileFormatError) -> Locked<ContentWorkspace> {
    if let workspace = free.withLock({ $0.popLast() }) { return workspace }
    do {
      let workspace = try ContentWorkspace(outgoing: journal.makeBuffer())
      clear.withLock { $0.append(workspace.clear) }
      return Locked(workspace)
    } catch {
      throw .system(error)
    }
  }
}
