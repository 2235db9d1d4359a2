// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security
import TestCertificates
import Testing

/// The ways in which older code reads collections and numbers, and waits, each with exactly its spelling.
@Suite struct CollectionIdioms {
  private let certificate = SecCertificateCreateWithData(nil, Data(TestCertificates.mouse) as CFData)!

  @Test func `CFArrayGetValueAtIndex(array, i), CFDictionaryGetValue(dictionary, key)`() {
    let items = [["label": "mouse", "cert": certificate, "trusted": true] as [String: Any]] as CFArray
    let item = unsafeBitCast(CFArrayGetValueAtIndex(items, 0), to: CFDictionary.self)
    let key = "cert" as CFString
    let value = CFDictionaryGetValue(item, Unmanaged.passUnretained(key).toOpaque())
    #expect(unsafeBitCast(value, to: SecCertificate.self) === certificate)
    let absent = "chain" as CFString
    #expect(CFDictionaryGetValue(item, Unmanaged.passUnretained(absent).toOpaque()) == nil)
  }

  /// A string is given out as a value of Swift's: an object made from that again would be gone.
  @Test func `A pointer out of a collection names what the collection holds`() {
    let array = ["first \(UUID())", "second \(UUID())"] as CFArray
    let pointers = [CFArrayGetValueAtIndex(array, 0)!, CFArrayGetValueAtIndex(array, 1)!]
    // Something else where they were, had they gone.
    let others = (0..<1000).map { NSString(string: "other text \($0) \(UUID())") }
    let texts = pointers.map { Unmanaged<CFString>.fromOpaque($0).takeUnretainedValue() as String }
    #expect(texts == array as? [String] && others.count == 1000)
    #expect(CFArrayGetValueAtIndex(array, 0) == pointers[0])
  }

  @Test func `CFDictionaryGetValueIfPresent(dictionary, key, &value)`() {
    let dictionary = ["one": 1] as CFDictionary
    let (one, two) = ("one" as CFString, "two" as CFString)
    var value: UnsafeRawPointer?
    #expect(CFDictionaryGetValueIfPresent(dictionary, Unmanaged.passUnretained(one).toOpaque(), &value))
    #expect(Unmanaged<CFNumber>.fromOpaque(value!).takeUnretainedValue() == 1)
    #expect(!CFDictionaryGetValueIfPresent(dictionary, Unmanaged.passUnretained(two).toOpaque(), &value))
  }

  @Test func `CFArrayCreateMutable, CFArrayAppendValue, CFArrayCreate, CFDictionaryCreate`() {
    let array = CFArrayCreateMutable(kCFAllocatorDefault, 0, nil)!
    CFArrayAppendValue(array, Unmanaged.passUnretained(certificate).toOpaque())
    #expect(CFArrayGetCount(array) == 1)
    #expect(CFArrayGetValueAtIndex(array, 0) == UnsafeRawPointer(Unmanaged.passUnretained(certificate).toOpaque()))
    var callBacks = kCFTypeArrayCallBacks
    var values: [UnsafeRawPointer?] = [UnsafeRawPointer(Unmanaged.passUnretained(kSecClassKey).toOpaque())]
    #expect(CFArrayCreate(nil, &values, 1, &callBacks) == [kSecClassKey] as NSArray)
    var keys: [UnsafeRawPointer?] = [UnsafeRawPointer(Unmanaged.passUnretained(kSecClass).toOpaque())]
    #expect(CFDictionaryCreate(nil, &keys, &values, 1, nil, nil) == [kSecClass: kSecClassKey] as NSDictionary)
  }

  @Test func `CFNumberCreate(nil, .sInt32Type, &value), CFNumberGetValue(number, .intType, &value)`() {
    var size: Int32 = 256
    let number: CFNumber = CFNumberCreate(kCFAllocatorDefault, .sInt32Type, &size)
    #expect(number == 256 && CFNumberGetType(number) == .sInt32Type)
    var (whole, real, small) = (0, 0.0, Int8(0))
    #expect(CFNumberGetValue(number, .nsIntegerType, &whole) && whole == 256)
    #expect(CFNumberGetValue(number, .doubleType, &real) && real == 256)
    #expect(!CFNumberGetValue(number, .sInt8Type, &small))
    var half = 0.5
    #expect(CFNumberCreate(nil, .doubleType, &half) == 0.5)
    #expect(CFNumberGetType(kCFBooleanTrue) == .charType)
  }

  @Test func `CFUUIDCreateString(nil, CFUUIDCreate(nil)), CFDateCreate, CFRangeMake`() {
    let text: CFString = CFUUIDCreateString(kCFAllocatorDefault, CFUUIDCreate(kCFAllocatorDefault))
    #expect(UUID(uuidString: text as String) != nil)
    #expect(CFUUIDCreateString(nil, CFUUIDCreateFromString(nil, text)) == text)
    #expect(CFDateGetAbsoluteTime(CFDateCreate(nil, 12.5)) == 12.5)
    #expect(CFRangeMake(1, 2).length == CFRange(location: 0, length: 2).length)
  }

  @Test func `CFRunLoopRun() until CFRunLoopStop(CFRunLoopGetCurrent())`() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        let loop = CFRunLoopGetCurrent()!
        let timer = Timer(timeInterval: 0.01, repeats: true) { _ in CFRunLoopStop(loop) }
        RunLoop.current.add(timer, forMode: .default)
        CFRunLoopRun()
        continuation.resume()
      }
    }
    #expect(CFEqual(CFRunLoopGetMain(), CFRunLoopGetMain()))
  }
}
