// SPDX-License-Identifier: Apache-2.0
package import FuseSession
import Glibc
import KeyPrefetch
import ProtectedFiles
import ProtectionModel
import Synchronization
package import SystemCalls
import Threads

/// The invalidator that makes the kernel forget the pages of a file, after those changed through mappings were written.
package protocol PageInvalidator: Sendable {
  func invalidate(_ node: NodeID) throws(SystemError)
}

extension Mount: PageInvalidator {}

// MARK: - The lock state

extension ProtectedFilesystem {
  /// Gives up everything of the classes that lock. When it returns, no key and no plaintext of theirs is left in this
  /// process or in the kernel's cache, except those of class B files that are open.
  ///
  /// In this order: new uses are refused. The kernel writes what was changed through mappings, for which the keys must
  /// still be here, and forgets its pages. The keys are dropped, each when the last request that uses it has been
  /// answered. The kernel forgets again, because such a request may have brought new pages.
  ///
  /// To be called on a thread of its own, never from a request.
  @discardableResult
  package func lock(_ kernel: any PageInvalidator) -> LockOutcome {
    gate.move(to: .closing)
    invalidate(lockedNodes(), kernel)
    gate.move(to: .closed)
    dropKeys()
    return purge(kernel)
  }

  /// Makes the kernel forget once more. Pages that could not be written have been given up by then.
  package func purge(_ kernel: any PageInvalidator) -> LockOutcome { invalidate(lockedNodes(), kernel) }

  /// Drops the keys, whatever uses them, when the time of a lock is over and `lock` has not returned. What has not been
  /// written yet is lost. After that `lock` returns, unless it waits for a disk that does not answer.
  package func revokeKeys() {
    gate.move(to: .closed)
    keys.drop(.complete)
    dropNewKeys()
    workspaces.revoke()
  }

  /// The same for every class, because the mount ends: nothing is encrypted or decrypted any more.
  package func revokeAllKeys() {
    gate.end()
    revokeKeys()
    keys.dropAll()
    workspaces.revoke()
  }

  /// How many files have lost changes to locks since the last call: pages changed through mappings, or acknowledged
  /// writes, that could not be stored.
  package func takeLosses() -> Int {
    losses.withLock { losses in
      defer { losses = [] }
      return losses.count
    }
  }

  /// Keys are fetched when files are next used.
  package func unlock() {
    gate.move(to: .open)
    owed.announce()
  }

  /// Makes the kernel forget class B files that were closed while locked. To be called when `stale` is readable.
  package func invalidateStaleNodes(_ kernel: any PageInvalidator) {
    invalidate(Array(stale.takeAll()), kernel)
  }

  /// Makes the kernel forget files that differ from what it has cached, because the disk failed. To be called now and
  /// then, on a thread that may wait for the disk.
  package func invalidateUnstored(_ kernel: any PageInvalidator) {
    let nodes = unstored.withLock { nodes in
      defer { nodes = [] }
      return nodes
    }
    if invalidate(Array(nodes), kernel) == .pagesRemain { unstored.withLock { $0.formUnion(nodes) } }
  }

  private func dropKeys() {
    for (_, file) in nodes.cached(.complete) {
      file?.changing { state in
        // Throws only for a file that is not loaded, and such a file holds no key.
        _ = try? state.changing { (contents) throws(FileError) in contents.key.drop() }
      }
    }
    // The keys of files that are just being made.
    keys.drop(.complete)
    dropNewKeys()
  }

  private func dropNewKeys() {
    newKeys.drop(.fileComplete)
    newKeys.drop(.fileCompleteUnlessOpen)
  }

  /// Does not wait for files in use: one of them may wait for a disk that does not answer.
  private func lockedNodes() -> [NodeID] {
    let unopened = nodes.cached(.completeUnlessOpen).filter { _, file in file?.isOpen != true }
    return nodes.cached(.complete).map(\.id) + unopened.map(\.id)
  }

  /// Uses two threads, because the kernel takes its time for each file and for each page. Where one file fails, the
  /// others are still invalidated.
  @discardableResult
  private func invalidate(_ list: [NodeID], _ kernel: any PageInvalidator) -> LockOutcome {
    let work = Invalidation(list: list, kernel: kernel)
    let second = list.count > 1 ? try? SystemThread(named: "purge", { work.run() }) : nil
    work.run()
    second?.join()
    return work.outcome
  }
}

/// The outcome of a lock.
package enum LockOutcome: Sendable, Equatable {
  case nothingIsLeft
  /// The kernel still has pages of some files, so the lock may not be reported as done.
  case pagesRemain
}

/// A list of nodes that several threads work off.
private final class Invalidation: Sendable {
  private let list: [NodeID]
  private let kernel: any PageInvalidator
  private let next = Atomic(0)
  private let failures = Atomic(0)

  var outcome: LockOutcome { failures.load(ordering: .acquiring) == 0 ? .nothingIsLeft : .pagesRemain }

  init(list: [NodeID], kernel: any PageInvalidator) {
    self.list = list
    self.kernel = kernel
  }

  func run() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < list.count else { return }
      do {
        try kernel.invalidate(list[index])
      } catch  where error.code == ENOENT {
        // The kernel does not know the file any more.
      } catch {
        failures.add(1, ordering: .relaxed)
      }
    }
  }
}
