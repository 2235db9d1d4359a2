// SPDX-License-Identifier: Apache-2.0
import CFuse
import CFuseChannel

/// Takes the bytes of a read. They are sent once, from the implementation's own buffer, which may be wiped as soon as
/// `send` returns.
@safe package struct ReadReply: ~Copyable {
  /// Fewer bytes than asked for mean the end of the file. Without any `send` the program sees the end. With
  /// `isForgotten` the session wipes its own copy of the bytes too.
  package mutating func send(_ bytes: Span<UInt8>, isForgotten: Bool) {
    precondition(state == .open, "a read is answered once")
    state = .sent
    if isForgotten { cfuse_wipe_answer() }
    unsafe bytes.withUnsafeBytes { bytes in
      _ = unsafe fuse_reply_buf(request, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  private enum State { case open, sent }
  private let request: fuse_req_t
  private var state = State.open

  init(_ request: fuse_req_t) { unsafe self.request = request }

  /// Answers with a failure, or with the end of the file, unless bytes have gone already.
  mutating func finish(_ error: FileError?) {
    guard state == .open else { return }
    state = .sent
    if let error { _ = unsafe fuse_reply_err(request, error.code) } else { _ = unsafe fuse_reply_buf(request, nil, 0) }
  }
}
