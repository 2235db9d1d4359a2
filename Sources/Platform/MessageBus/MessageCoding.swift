// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
import SystemCalls

// MARK: - Writing

@unsafe func append(_ values: [BusValue], to message: OpaquePointer) throws(BusError) {
  for value in values { unsafe try append(value, to: message) }
}

@unsafe private func append(_ value: BusValue, to message: OpaquePointer) throws(BusError) {
  switch value {
  case .byte(let value): unsafe try append(value, "y", to: message)
  case .boolean(let value): unsafe try append(Int32(value ? 1 : 0), "b", to: message)
  case .int16(let value): unsafe try append(value, "n", to: message)
  case .uint16(let value): unsafe try append(value, "q", to: message)
  case .int32(let value): unsafe try append(value, "i", to: message)
  case .uint32(let value): unsafe try append(value, "u", to: message)
  case .int64(let value): unsafe try append(value, "x", to: message)
  case .uint64(let value): unsafe try append(value, "t", to: message)
  case .double(let value): unsafe try append(value, "d", to: message)
  case .string(let value): unsafe try append(text: value, "s", to: message)
  case .objectPath(let value): unsafe try append(text: value, "o", to: message)
  case .signature(let value): unsafe try append(text: value, "g", to: message)
  case .descriptor(let value): unsafe try append(value.file.raw, "h", to: message)
  case .bytes(let bytes):
    unsafe try check(
      bytes.withUnsafeBytes { unsafe sd_bus_message_append_array(message, code("y"), $0.baseAddress, $0.count) })
  case .array(let element, let values):
    unsafe try append(container: "a", of: element, to: message) { () throws(BusError) in
      for value in values {
        guard value.type == element else { throw .malformed }
        unsafe try append(value, to: message)
      }
    }
  case .dictionary(let keys, let values, let entries):
    unsafe try append(container: "a", of: "{\(keys)\(values)}", to: message) { () throws(BusError) in
      for entry in entries {
        unsafe try append(container: "e", of: keys + values, to: message) { () throws(BusError) in
          unsafe try append(entry.key, to: message)
          unsafe try append(entry.value, to: message)
        }
      }
    }
  case .structure(let fields):
    unsafe try append(container: "r", of: fields.map(\.type).joined(), to: message) { () throws(BusError) in
      unsafe try append(fields, to: message)
    }
  case .variant(let inner):
    unsafe try append(container: "v", of: inner.type, to: message) { () throws(BusError) in
      unsafe try append(inner, to: message)
    }
  }
}

@unsafe private func append(_ number: some BitwiseCopyable, _ type: Unicode.Scalar, to message: OpaquePointer)
  throws(BusError)
{
  var number = number
  unsafe try check(sd_bus_message_append_basic(message, code(type), &number))
}

@unsafe private func append(text: String, _ type: Unicode.Scalar, to message: OpaquePointer) throws(BusError) {
  // The library takes text up to its first zero, which would send something else than what is meant.
  guard !text.utf8.contains(0) else { throw .malformed }
  unsafe try check(text.withCString { unsafe sd_bus_message_append_basic(message, code(type), $0) })
}

@unsafe private func append(
  container type: Unicode.Scalar, of contents: String, to message: OpaquePointer, _ body: () throws(BusError) -> Void
) throws(BusError) {
  unsafe try check(sd_bus_message_open_container(message, code(type), contents))
  try body()
  unsafe try check(sd_bus_message_close_container(message))
}

// MARK: - Reading

/// Reads a message from its beginning. The library has checked its form; this bounds how much of it there may be.
@unsafe struct MessageReader {
  private let message: OpaquePointer
  private var values = 0
  private var bytes = 0

  init(_ message: OpaquePointer) { unsafe self.message = unsafe message }

  static func arguments(of message: OpaquePointer) throws(BusError) -> [BusValue] {
    unsafe try check(sd_bus_message_rewind(message, 1))
    var reader = unsafe MessageReader(message)
    return unsafe try reader.read(depth: 0)
  }

  /// All that is left in the container that is open.
  private mutating func read(depth: Int) throws(BusError) -> [BusValue] {
    guard depth <= BusLimits.depth else { throw .tooLarge }
    var found: [BusValue] = []
    while let (type, contents) = unsafe try peek() { found.append(unsafe try read(type, contents, depth)) }
    return found
  }

  private func peek() throws(BusError) -> (type: Unicode.Scalar, contents: String)? {
    var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
    guard unsafe try check(sd_bus_message_peek_type(message, &type, &contents)) > 0 else { return nil }
    return (Unicode.Scalar(UInt8(bitPattern: type)), unsafe contents.map { unsafe String(cString: $0) } ?? "")
  }

  private mutating func read(_ type: Unicode.Scalar, _ contents: String, _ depth: Int) throws(BusError) -> BusValue {
    unsafe values += 1
    guard unsafe values <= BusLimits.values else { throw .tooLarge }
    switch type {
    case "y": return .byte(unsafe try number(type, 0))
    case "b": return .boolean(unsafe try number(type, Int32(0)) != 0)
    case "n": return .int16(unsafe try number(type, 0))
    case "q": return .uint16(unsafe try number(type, 0))
    case "i": return .int32(unsafe try number(type, 0))
    case "u": return .uint32(unsafe try number(type, 0))
    case "x": return .int64(unsafe try number(type, 0))
    case "t": return .uint64(unsafe try number(type, 0))
    case "d": return .double(unsafe try number(type, 0))
    case "s": return .string(unsafe try text(type))
    case "o": return .objectPath(unsafe try text(type))
    case "g": return .signature(unsafe try text(type))
    case "h": return .descriptor(unsafe try descriptor())
    case "a" where contents == "y": return .bytes(unsafe try byteArray())
    case "a" where contents.hasPrefix("{"): return unsafe try dictionary(contents, depth)
    case "a": return .array(of: contents, unsafe try inside(type, contents, depth))
    case "r": return .structure(unsafe try inside(type, contents, depth))
    case "v":
      guard let inner = unsafe try inside(type, contents, depth).first else { throw .malformed }
      return .variant(inner)
    default: throw .malformed
    }
  }

  private mutating func inside(_ type: Unicode.Scalar, _ contents: String, _ depth: Int) throws(BusError) -> [BusValue]
  {
    unsafe try check(sd_bus_message_enter_container(message, code(type), contents))
    let found = unsafe try read(depth: depth + 1)
    unsafe try check(sd_bus_message_exit_container(message))
    return found
  }

  private mutating func dictionary(_ contents: String, _ depth: Int) throws(BusError) -> BusValue {
    // A key is of one letter.
    let (keys, values) = (String(contents.dropFirst().prefix(1)), String(contents.dropFirst(2).dropLast()))
    unsafe try check(sd_bus_message_enter_container(message, code("a"), contents))
    var entries: [BusEntry] = []
    while let (type, contents) = unsafe try peek() {
      let pair = unsafe try inside(type, contents, depth + 1)
      guard pair.count == 2 else { throw .malformed }
      entries.append(BusEntry(key: pair[0], value: pair[1]))
    }
    unsafe try check(sd_bus_message_exit_container(message))
    return .dictionary(keys: keys, values: values, entries)
  }

  private func number<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ zero: Number) throws(BusError) -> Number {
    var number = zero
    unsafe try check(sd_bus_message_read_basic(message, code(type), &number))
    return number
  }

  private mutating func text(_ type: Unicode.Scalar) throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    unsafe try check(sd_bus_message_read_basic(message, code(type), &text))
    guard let text = unsafe text else { throw .malformed }
    unsafe try count(strlen(text))
    return unsafe String(cString: text)
  }

  private mutating func byteArray() throws(BusError) -> [UInt8] {
    var (start, size): (UnsafeRawPointer?, Int) = (nil, 0)
    unsafe try check(sd_bus_message_read_array(message, code("y"), &start, &size))
    unsafe try count(size)
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: size))
  }

  /// A copy of its own: the message closes the one that came with it.
  private func descriptor() throws(BusError) -> BusDescriptor {
    let borrowed = unsafe try number("h", Int32(-1))
    let raw = fcntl(borrowed, F_DUPFD_CLOEXEC, 3)
    guard raw >= 0 else { throw .failed(code: errno) }
    return BusDescriptor(FileDescriptor(owning: raw))
  }

  private mutating func count(_ more: Int) throws(BusError) {
    unsafe bytes += more
    guard unsafe bytes <= BusLimits.bytes else { throw .tooLarge }
  }
}

// MARK: - What the library answers

private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

/// The library gives the negative of an `errno`.
@discardableResult func check(_ result: CInt) throws(BusError) -> CInt {
  guard result < 0 else { return result }
  switch -result {
  case EINVAL, ENXIO, EBADMSG: throw .malformed
  case ENOTCONN, ECONNRESET, EPIPE, ESHUTDOWN: throw .disconnected
  case ETIMEDOUT: throw .noAnswer
  default: throw .failed(code: -result)
  }
}
