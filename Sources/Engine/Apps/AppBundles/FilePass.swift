// SPDX-License-Identifier: Apache-2.0
import AppModel
import CryptoPrimitives
import Files
import Glibc
import Synchronization
import SystemCalls
import Threads

/// Reads every file of a bundle once, on two threads: takes its SHA-256, and writes a copy of the same bytes where one is
/// wanted.
final class FilePass: Sendable {
  struct Job: Sendable {
    let path: String
    let mode: UInt16
    let size: Int
  }

  private static let part = 1 << 20

  private let source: FileDescriptor
  private let target: FileDescriptor?
  private let jobs: [Job]
  private let next = Atomic(0)
  private let results: Locked<[[UInt8]?]>
  private let failure = Locked<BundleDefect?>(nil)

  private init(_ source: consuming FileDescriptor, _ target: consuming FileDescriptor?, _ jobs: [Job]) {
    self.source = source
    self.target = target
    self.jobs = jobs
    results = Locked(Array(repeating: nil, count: jobs.count))
  }

  /// The digest of each file, in the order of the jobs.
  static func run(
    _ jobs: [Job], in folder: borrowing FileDescriptor, copyingTo target: consuming FileDescriptor?
  ) throws(BundleDefect) -> [[UInt8]] {
    let source: FileDescriptor
    do { source = try folder.reopen() } catch { throw .system(path: "", error) }
    let pass = FilePass(source, target, jobs)
    // Where no second thread can be had, this one reads everything.
    let helper = jobs.count > 1 ? try? SystemThread(named: "bundle") { pass.work() } : nil
    pass.work()
    helper?.join()
    if let failure = pass.failure.withLock({ $0 }) { throw failure }
    return pass.results.withLock { $0.map { $0 ?? [] } }
  }

  private func work() {
    var buffer = [UInt8](repeating: 0, count: Self.part)
    while failure.withLock({ $0 == nil }) {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < jobs.count else { return }
      do throws(BundleDefect) {
        let digest = try read(jobs[index], &buffer)
        results.withLock { $0[index] = digest }
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
  }

  private func read(_ job: Job, _ buffer: inout [UInt8]) throws(BundleDefect) -> [UInt8] {
    do throws(SystemError) {
      let file = try source.open(job.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard try file.status().st_mode & S_IFMT == S_IFREG else { throw SystemError(.open, code: EINVAL) }
      let copy = try copy(of: job)
      let digest = RunningDigest(.sha256)
      var offset = 0
      while offset <= job.size {
        var span = buffer.mutableSpan
        let count = try file.read(into: &span, at: offset)
        guard count > 0 else { break }
        let bytes = buffer.span.extracting(0..<count)
        digest.update(bytes)
        if let copy { try copy.descriptor.write(bytes, at: offset) }
        offset += count
      }
      guard offset == job.size else { throw SystemError(.read, code: ETXTBSY) }
      try copy?.descriptor.changeMode(to: mode_t(job.mode))
      return digest.digest()
    } catch {
      throw error.code == ETXTBSY ? .changed(job.path) : .system(path: job.path, error)
    }
  }

  private final class Copy {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  private func copy(of job: Job) throws(SystemError) -> Copy? {
    switch target {
    case .some(let target):
      Copy(try target.open(job.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600))
    case .none: nil
    }
  }
}
