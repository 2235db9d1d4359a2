// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported public import Foundation

// Core Foundation's types are Foundation's classes: on Linux nothing bridges them for free, an alias does.

public typealias CFTypeRef = AnyObject
public typealias CFPropertyList = AnyObject
public typealias CFString = NSString
public typealias CFMutableString = NSMutableString
public typealias CFDictionary = NSDictionary
public typealias CFMutableDictionary = NSMutableDictionary
public typealias CFArray = NSArray
public typealias CFMutableArray = NSMutableArray
public typealias CFSet = NSSet
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFDate = NSDate
public typealias CFURL = NSURL
public typealias CFUUID = NSUUID
public typealias CFNumber = NSNumber
public typealias CFBoolean = NSNumber
public typealias CFNull = NSNull
public typealias CFError = NSError
public typealias CFErrorDomain = NSString

public typealias CFIndex = Int
public typealias CFTypeID = UInt
public typealias CFHashCode = UInt
public typealias CFOptionFlags = UInt
public typealias CFTimeInterval = Double
public typealias CFAbsoluteTime = Double
public typealias OSStatus = Int32
public typealias FourCharCode = UInt32
public typealias OSType = UInt32

public let noErr: OSStatus = 0

/// Memory comes from Swift's runtime, which is the default allocator, `nil`, or is not to be freed.
public final class CFAllocator: Sendable {
  fileprivate init() {}
}

public let kCFAllocatorDefault: CFAllocator! = nil
public let kCFAllocatorNull: CFAllocator! = CFAllocator()
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
public var kCFNull: CFNull! { NSNull() }

public var kCFErrorDomainOSStatus: CFErrorDomain! { "NSOSStatusErrorDomain" }
public var kCFErrorDomainPOSIX: CFErrorDomain! { "NSPOSIXErrorDomain" }
public var kCFErrorDomainCocoa: CFErrorDomain! { "NSCocoaErrorDomain" }
public var kCFErrorLocalizedDescriptionKey: CFString! { "NSLocalizedDescription" }
public var kCFErrorLocalizedFailureReasonKey: CFString! { "NSLocalizedFailureReason" }
public var kCFErrorUnderlyingErrorKey: CFString! { "NSUnderlyingError" }

public var kCFBundleIdentifierKey: CFString! { "CFBundleIdentifier" }
public var kCFBundleNameKey: CFString! { "CFBundleName" }
public var kCFBundleVersionKey: CFString! { "CFBundleVersion" }
public var kCFBundleExecutableKey: CFString! { "CFBundleExecutable" }
public var kCFBundleInfoDictionaryVersionKey: CFString! { "CFBundleInfoDictionaryVersion" }
public var kCFBundleDevelopmentRegionKey: CFString! { "CFBundleDevelopmentRegion" }
public var kCFBundleLocalizationsKey: CFString! { "CFBundleLocalizations" }
