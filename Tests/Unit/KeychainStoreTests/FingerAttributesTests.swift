// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import PromptModel
import Testing
import WireFormat

/// The versions of an item's attributes, byte by byte (KeychainFormat.md).
@Suite struct FingerAttributesTests {
  private let access = AccessControl(.whenUnlocked, constraints: .biometryCurrentSet)
  private let reader = [UInt8](repeating: 0xaa, count: FingerReader.size)
  private let set = [UInt8](repeating: 0xbb, count: FingerSet.size)

  private func contents(_ fingers: FingerSet?) throws -> ItemContents {
    ItemContents(
      attributes: [.account: "me"], access: try #require(access).bound(to: fingers), isTombstone: false, data: nil)
  }

  @Test(arguments: [UInt8(1), 2, 3])
  func `Each version is read and written again as it was`(version: UInt8) throws {
    let fingers = version == 1 ? nil : FingerSet(set, at: version == 3 ? FingerReader(reader) : nil)
    let buffer = try AttributeCoding.encode(contents(fingers))
    let bytes = buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let stored: [UInt8] = [[], [], set, reader + set][Int(version)]
    #expect(bytes.first == version && Array(bytes.dropFirst(9).prefix(stored.count)) == stored)
    let again = try AttributeCoding.decode(bytes.span)
    #expect(again.access.fingers == fingers && again.access.isForCurrentFingers)
    for end in 0..<bytes.count {
      #expect(throws: (any Error).self) { try AttributeCoding.decode(bytes.span.extracting(0..<end)) }
    }
  }
}
