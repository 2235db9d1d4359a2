// SPDX-License-Identifier: Apache-2.0
import CLinux
import CTPM2
import Glibc
import SystemCalls

/// The transport of tpm2-tss' commands: a TCTI context ("TSS 2.0 TPM Command Transmission Interface", version 1) over a
/// descriptor. Commands and responses are as the TPM defines them, with nothing around them. Unchecked because its
/// pointer is this value's alone, which cannot be copied.
@safe struct TPMTransport: ~Copyable, @unchecked Sendable {
  /// The context, and behind it the descriptor.
  private let memory: UnsafeMutableRawPointer

  init(_ descriptor: consuming FileDescriptor) {
    unsafe memory = .allocate(byteCount: descriptorOffset + MemoryLayout<Int32>.size, alignment: 16)
    var context = TSS2_TCTI_CONTEXT_COMMON_V1()
    context.magic = 0x4261_696C_6579_5450
    context.version = 1
    unsafe context.transmit = transmit
    unsafe context.receive = receive
    unsafe memory.initializeMemory(as: TSS2_TCTI_CONTEXT_COMMON_V1.self, to: context)
    unsafe (memory + descriptorOffset).initializeMemory(as: Int32.self, to: descriptor.release())
  }

  deinit {
    unsafe close((memory + descriptorOffset).load(as: Int32.self))
    unsafe memory.deallocate()
  }

  var context: OpaquePointer { unsafe OpaquePointer(memory) }
}

private let descriptorOffset = MemoryLayout<TSS2_TCTI_CONTEXT_COMMON_V1>.stride
/// The header of a response: tag, size, code (TPM 2.0 Library, part 1, section 18).
private let headerSize = 10
/// `TPM2_MAX_RESPONSE_SIZE` of tpm2-tss.
private let longestResponse = 4096

/// The error of input or output of a TCTI's layer. Its form in `tss2_common.h` is a cast that Swift does not see.
private let ioError: UInt32 = 0x000A_000A

private func descriptor(_ context: OpaquePointer?) -> Int32 {
  guard let context = unsafe context else { return -1 }
  return unsafe (UnsafeRawPointer(context) + descriptorOffset).load(as: Int32.self)
}

/// A device takes a command in one write.
private func transmit(_ context: OpaquePointer?, _ count: Int, _ command: UnsafePointer<UInt8>?) -> UInt32 {
  guard let command = unsafe command else { return ioError }
  let target = unsafe descriptor(context)
  var done = 0
  while done < count {
    // A socket whose other end is gone must be an error, not a signal that ends the process.
    var written = unsafe clinux_send(target, command + done, count - done, -1, 0)
    if written < 0 && errno == ENOTSOCK { written = unsafe write(target, command + done, count - done) }
    if written < 0 && errno == EINTR { continue }
    guard written > 0 else { return ioError }
    done += written
  }
  return 0
}

/// A device gives a response in one read, a socket in as many as it likes: the header says where it ends.
private func receive(
  _ context: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?, _ response: UnsafeMutablePointer<UInt8>?, _: Int32
) -> UInt32 {
  guard let count = unsafe count else { return ioError }
  guard let response = unsafe response else {
    // Asked how much room the response needs, before it is there: as much as any does.
    unsafe count.pointee = longestResponse
    return 0
  }
  let (source, capacity) = unsafe (descriptor(context), count.pointee)
  var (done, wanted) = (0, headerSize)
  while done < wanted {
    let got = unsafe read(source, response + done, capacity - done)
    if got < 0 && errno == EINTR { continue }
    guard got > 0 else { return ioError }
    done += got
    if done >= headerSize && wanted == headerSize {
      wanted = (2..<6).reduce(0) { unsafe $0 << 8 | Int(response[$1]) }
      guard (headerSize...capacity).contains(wanted) else { return ioError }
    }
  }
  guard done == wanted else { return ioError }
  unsafe count.pointee = done
  return 0
}
