// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TemporaryFolder
import Testing

@testable import EmptyDevices
import SystemCalls

/// A microphone that hears nothing, by the commands of ALSA.
struct SilentMicrophoneTests {
  /// Everything is possible.
  private static var anything: HardwareParameters {
    var bytes = [UInt8](repeating: 0, count: HardwareParameters.count)
    for index in 4..<100 { bytes[index] = 0xFF }
    var parameters = HardwareParameters(bytes)
    for number in HardwareParameters.Number.allCases { parameters[number] = .any }
    return parameters
  }

  private static func exactly(_ number: UInt32) -> ParameterRange { ParameterRange(least: number, most: number) }

  @Test func `What it can do is narrowed by what the program wants, each by the others`() {
    var parameters = Self.anything
    var isPossible = parameters.refine()
    #expect(isPossible)
    #expect(parameters[.channels] == ParameterRange(least: 1, most: 8))
    #expect(parameters[.sampleBits] == ParameterRange(least: 8, most: 32))
    parameters[.sampleBits] = Self.exactly(16)
    parameters[.channels] = Self.exactly(2)
    parameters[.rate] = Self.exactly(48_000)
    parameters[.periodSize] = Self.exactly(1024)
    parameters[.periods] = Self.exactly(4)
    isPossible = parameters.refine()
    #expect(isPossible)
    #expect(parameters[.frameBits] == Self.exactly(32))
    #expect(parameters[.bufferSize] == Self.exactly(4096))
    #expect(parameters[.bufferBytes] == Self.exactly(16_384))
    // 21333 1/3 microseconds lie between two whole numbers.
    #expect(parameters[.periodTime].least == 21_333 && parameters[.periodTime].leavesOutLeast)
    #expect(parameters[.periodTime].most == 21_334 && parameters[.periodTime].leavesOutMost)
  }

  @Test func `What it cannot do is refused`() {
    var parameters = Self.anything
    parameters[.channels] = Self.exactly(9)
    var isPossible = parameters.refine()
    #expect(!isPossible)
    parameters = Self.anything
    parameters[.rate] = Self.exactly(384_000)
    isPossible = parameters.refine()
    #expect(!isPossible)
  }

  @Test func `Silence of samples without a sign is in the middle`() {
    var parameters = Self.anything
    parameters[.sampleBits] = Self.exactly(8)
    let isPossible = parameters.choose()
    #expect(isPossible && parameters.silence == 0x80)
    #expect(parameters[.frameBits] == Self.exactly(8))
  }

  /// Holds if this process is still there afterwards: what is read out of bounds ends it.
  @Test func `Bytes that nobody chose end in an answer`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var microphone = SilentMicrophone()
      var camera = BlackCamera()
      for _ in 0..<8 {
        let (number, count) = Self.commands.randomElement(using: &generator) ?? (0, 0)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) & (Bool.random() ? 0xFF : 1) }
        let now = UInt64.random(in: 0...1 << 40, using: &generator)
        let size = UInt32(count) << 16
        _ = microphone.control(size | 0x4100 | number, bytes, at: now)
        _ = microphone.transfer(UInt64.random(in: 0...UInt64.max, using: &generator), at: now)
        _ = camera.control(size | 0x5600 | number, bytes, at: now)
      }
    }
  }

  private static let commands: [(UInt32, Int)] = [
    (0x10, 608), (0x11, 608), (0x12, 0), (0x13, 136), (0x20, 152), (0x21, 8), (0x23, 136), (0x40, 0), (0x42, 0),
    (0x43, 0), (0, 104), (2, 64), (4, 208), (5, 208), (8, 20), (9, 88), (15, 88), (17, 88), (18, 4), (19, 4), (21, 204),
    (26, 80), (74, 44), (75, 52),
  ]

  // MARK: - Over a mount

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "there is no /dev/fuse here"))
  func `A program that records gets silence at the rate it asked for, in its own memory`() throws {
    try withTemporaryFolder { folder throws in
      let mount = try EmptyDeviceMount(by: folder + "/devices")
      let file = try mount.open(.microphone, O_RDWR)
      var parameters = Self.anything
      parameters[.channels] = Self.exactly(1)
      parameters[.rate] = Self.exactly(8000)
      parameters[.sampleBits] = Self.exactly(16)
      var bytes = parameters.record.bytes
      let isSetUp = unsafe ioctl(file.raw, 0xC260_4111, &bytes) == 0 && ioctl(file.raw, 0x4140) == 0
      try #require(isSetUp)
      var sound = [UInt8](repeating: 0xFF, count: 1602)
      let began = ContinuousClock.now
      // Whoever is not of the app's is left alone.
      var fetched = fetch(800, into: &sound, file)
      #expect(fetched == Int64(-EFAULT))
      #expect(sound.allSatisfy { $0 == 0xFF })
      mount.devices.admit(try AppMemory.namespace(of: getpid()))
      fetched = fetch(800, into: &sound, file)
      #expect(fetched == 800)
      #expect(sound[..<1600].allSatisfy { $0 == 0 } && sound[1600] == 0xFF && sound[1601] == 0xFF)
      #expect(ContinuousClock.now - began >= .milliseconds(100))
      // Nowhere.
      var record = KernelRecord(count: 24)
      (record[long: 8], record[long: 16]) = (16, 8)
      var nowhere = record.bytes
      let isRefused = unsafe ioctl(file.raw, 0x8018_4151, &nowhere) == -1
      #expect(isRefused)
    }
  }

  private func fetch(_ frames: UInt64, into sound: inout [UInt8], _ file: borrowing FileDescriptor) -> Int64 {
    let raw = file.raw
    return unsafe sound.withUnsafeMutableBytes { buffer in
      var record = KernelRecord(count: 24)
      record[long: 8] = UInt64(UInt(bitPattern: buffer.baseAddress))
      record[long: 16] = frames
      var bytes = record.bytes
      guard unsafe ioctl(raw, 0x8018_4151, &bytes) == 0 else { return Int64(-errno) }
      return Int64(KernelRecord(bytes)[long: 0])
    }
  }
}
