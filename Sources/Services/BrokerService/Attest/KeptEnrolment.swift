// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import Files
import Glibc
import SystemCalls
import Threads

/// The enrolment with an organisation's issuer, in a file that the process which asks the issuer reads too.
final class KeptEnrolment: Sendable {
  private static let unfinished = ".issuer-new-"

  private let folder: String
  private let current: Locked<IssuerEnrolment?>
  private let listener = Locked<(@Sendable (_ isEnrolled: Bool) -> Void)?>(nil)

  /// Reads the enrolment; one that cannot be read is none, and is said.
  init(in folder: String) {
    self.folder = folder
    var enrolment: IssuerEnrolment?
    do throws(SystemError) {
      let file = try FileDescriptor.open("\(folder)/\(IssuerEnrolment.file)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let text = try file.readToEnd(atMost: IssuerEnrolment.longestText)
      enrolment = IssuerEnrolment(String(decoding: text, as: UTF8.self))
      if enrolment == nil { note("the enrolment with an issuer cannot be read: bailey attest enroll") }
    } catch {
      if error.code != ENOENT { note("the enrolment with an issuer cannot be read: \(error)") }
    }
    current = Locked(enrolment)
  }

  var enrolment: IssuerEnrolment? { current.withLock { $0 } }

  /// Stores the enrolment, which is on the disk when this returns.
  func set(_ enrolment: IssuerEnrolment?) throws(SystemError) {
    let folder = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    folder.removeUnfinished(Self.unfinished)
    if let enrolment {
      let file = try UnfinishedFile(in: folder, Self.unfinished)
      try file.file.write(Array(enrolment.text.utf8).span)
      try file.file.sync()
      try file.rename(to: IssuerEnrolment.file, in: folder)
    } else {
      do { try folder.unlink(IssuerEnrolment.file) } catch { guard error.code == ENOENT else { throw error } }
    }
    try folder.sync()
    current.withLock { $0 = enrolment }
    guard let listener = listener.withLock({ $0 }) else { return }
    // The process that runs asks the issuer of before: another one takes its place.
    listener(false)
    if enrolment != nil { listener(true) }
  }

  /// Calls the listener now and with every change.
  func onChange(_ listener: @escaping @Sendable (_ isEnrolled: Bool) -> Void) {
    self.listener.withLock { $0 = listener }
    listener(enrolment != nil)
  }
}
