// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Unsafe because Apple's signatures are: bytes come and go as pointers.

/// A copy of so many bytes.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
  unsafe NSData(bytes: bytes, length: length)
}

/// Data of bytes that are not copied. With `kCFAllocatorNull` the bytes stay the caller's, who keeps them as long as the data lives.
public func CFDataCreateWithBytesNoCopy(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex, _ bytesDeallocator: CFAllocator!
) -> CFData! {
  guard let bytes = unsafe bytes else { return NSData() }
  return unsafe NSData(
    bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length,
    freeWhenDone: bytesDeallocator !== kCFAllocatorNull)
}

/// Points into the data, and is good as long as that.
public func CFDataGetBytePtr(_ data: CFData!) -> UnsafePointer<UInt8>! {
  unsafe data.bytes.assumingMemoryBound(to: UInt8.self)
}

/// The number of bytes.
public func CFDataGetLength(_ data: CFData!) -> CFIndex { data.length }
