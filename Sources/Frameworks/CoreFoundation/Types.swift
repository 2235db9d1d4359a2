// SPDX-License-Identifier: Apache-2.0
@_exported public import Foundation

// Core Foundation's types are Foundation's classes: on Linux nothing bridges them for free, an alias does.
// Unsafe because Apple's signatures are: a constant is an object to which a pointer stays good. No text of it ever changes.

/// Any object of Core Foundation.
public typealias CFTypeRef = AnyObject
/// An object of which property lists are made.
public typealias CFPropertyList = AnyObject
/// Foundation's strings under their name in Core Foundation.
public typealias CFString = NSString
/// Foundation's mutable strings under their name in Core Foundation.
public typealias CFMutableString = NSMutableString
/// Foundation's dictionaries under their name in Core Foundation.
public typealias CFDictionary = NSDictionary
/// Foundation's mutable dictionaries under their name in Core Foundation.
public typealias CFMutableDictionary = NSMutableDictionary
/// Foundation's arrays under their name in Core Foundation.
public typealias CFArray = NSArray
/// Foundation's mutable arrays under their name in Core Foundation.
public typealias CFMutableArray = NSMutableArray
/// Foundation's sets under their name in Core Foundation.
public typealias CFSet = NSSet
/// Foundation's data under its name in Core Foundation.
public typealias CFData = NSData
/// Foundation's mutable data under its name in Core Foundation.
public typealias CFMutableData = NSMutableData
/// Foundation's dates under their name in Core Foundation.
public typealias CFDate = NSDate
/// Foundation's addresses under their name in Core Foundation.
public typealias CFURL = NSURL
/// Foundation's identifiers under their name in Core Foundation.
public typealias CFUUID = NSUUID
/// Foundation's numbers under their name in Core Foundation.
public typealias CFNumber = NSNumber
/// Core Foundation's two Booleans, which are numbers here.
public typealias CFBoolean = NSNumber
/// Foundation's null under its name in Core Foundation.
public typealias CFNull = NSNull
/// Foundation's errors under their name in Core Foundation.
public typealias CFError = NSError
/// The domain of an error.
public typealias CFErrorDomain = NSString

/// A count or an index.
public typealias CFIndex = Int
/// The number of a class of objects.
public typealias CFTypeID = UInt
/// The hash of an object.
public typealias CFHashCode = UInt
/// A set of bits.
public typealias CFOptionFlags = UInt
/// A time in seconds.
public typealias CFTimeInterval = Double
/// A moment, in seconds since the beginning of 2001 in UTC.
public typealias CFAbsoluteTime = Double
/// A result code: 0 where a call has succeeded.
public typealias OSStatus = Int32
/// The type of four characters as a number.
public typealias FourCharCode = UInt32
/// The type of a file or resource, four characters as a number.
public typealias OSType = UInt32

/// The call has succeeded.
public let noErr: OSStatus = 0

/// Memory comes from Swift's runtime, which is the default allocator, `nil`, or is not to be freed.
public final class CFAllocator: Sendable {
  fileprivate init() {}
}

/// The usual allocator, as callers pass it.
public let kCFAllocatorDefault: CFAllocator! = nil
/// The allocator that frees nothing: bytes stay the caller's.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()
/// The Boolean that is true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The Boolean that is false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The one null object.
public let kCFNull: CFNull! = NSNull()

/// The domain of errors whose codes are result codes.
@safe nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! = "NSOSStatusErrorDomain"
/// The domain of errors whose codes are those of `errno`.
@safe nonisolated(unsafe) public let kCFErrorDomainPOSIX: CFErrorDomain! = "NSPOSIXErrorDomain"
/// The domain of Foundation's errors.
@safe nonisolated(unsafe) public let kCFErrorDomainCocoa: CFErrorDomain! = "NSCocoaErrorDomain"
/// The key for what an error says to people.
@safe nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! = "NSLocalizedDescription"
/// The key for why something failed, as people read it.
@safe nonisolated(unsafe) public let kCFErrorLocalizedFailureReasonKey: CFString! = "NSLocalizedFailureReason"
/// The key for the error that led to another.
@safe nonisolated(unsafe) public let kCFErrorUnderlyingErrorKey: CFString! = "NSUnderlyingError"

/// The key for a bundle's identifier.
@safe nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
/// The key for a bundle's short name.
@safe nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"
/// The key for the number of a bundle's build.
@safe nonisolated(unsafe) public let kCFBundleVersionKey: CFString! = "CFBundleVersion"
/// The key for the name of a bundle's executable.
@safe nonisolated(unsafe) public let kCFBundleExecutableKey: CFString! = "CFBundleExecutable"
/// The key for the version of the format of a bundle's property list.
@safe nonisolated(unsafe) public let kCFBundleInfoDictionaryVersionKey: CFString! = "CFBundleInfoDictionaryVersion"
/// The key for the language in which a bundle was written.
@safe nonisolated(unsafe) public let kCFBundleDevelopmentRegionKey: CFString! = "CFBundleDevelopmentRegion"
/// The key for the languages that a bundle is translated into.
@safe nonisolated(unsafe) public let kCFBundleLocalizationsKey: CFString! = "CFBundleLocalizations"
