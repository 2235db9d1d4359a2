// SPDX-License-Identifier: Apache-2.0
import CFoundationObjects
public import Foundation

// Unsafe because Apple's signatures are: a number comes and goes through a pointer, and its type says what that points to.

/// The C type of a number, or the one it is to be read as.
public enum CFNumberType: CFIndex, Sendable {
  case sInt8Type = 1
  case sInt16Type, sInt32Type, sInt64Type, float32Type, float64Type
  case charType, shortType, intType, longType, longLongType, floatType, doubleType
  case cfIndexType, nsIntegerType, cgFloatType

  /// The last of the types.
  public static let maxType = CFNumberType.cgFloatType
}

/// A number of the type that the pointer points to.
public func CFNumberCreate(
  _ allocator: CFAllocator!, _ type: CFNumberType, _ value: UnsafeRawPointer!
) -> CFNumber! {
  guard let value = unsafe value else { return nil }
  return switch type {
  case .sInt8Type, .charType: NSNumber(value: unsafe value.loadUnaligned(as: Int8.self))
  case .sInt16Type, .shortType: NSNumber(value: unsafe value.loadUnaligned(as: Int16.self))
  case .sInt32Type, .intType: NSNumber(value: unsafe value.loadUnaligned(as: Int32.self))
  case .sInt64Type, .longType, .longLongType, .cfIndexType, .nsIntegerType:
    NSNumber(value: unsafe value.loadUnaligned(as: Int64.self))
  case .float32Type, .floatType: NSNumber(value: unsafe value.loadUnaligned(as: Float.self))
  case .float64Type, .doubleType, .cgFloatType: NSNumber(value: unsafe value.loadUnaligned(as: Double.self))
  }
}

/// The type that holds the number without a loss.
public func CFNumberGetType(_ number: CFNumber!) -> CFNumberType {
  CFNumberType(rawValue: unsafe foundation_number_kind(pointer(to: number))) ?? .sInt64Type
}

/// Copies a number's value; false where the number does not fit: what is stored then is near it.
@discardableResult
public func CFNumberGetValue(_ number: CFNumber!, _ type: CFNumberType, _ value: UnsafeMutableRawPointer!) -> Bool {
  guard let value = unsafe value else { return false }
  return unsafe foundation_number_value(pointer(to: number), type.rawValue, value)
}
