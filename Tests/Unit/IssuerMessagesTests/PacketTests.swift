// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import IssuerMessages
import ServiceChannels
import Testing
import WireFormat

@Suite struct PacketTests {
  @Test func `Orders and reports arrive as they were sent, up to the longest, and no longer one is sent`() throws {
    let longest = [UInt8](repeating: 7, count: largestIssuerBody)
    for order in [
      IssuerOrder.hello, .challenge(1), .attest(2, request: longest), .deviceToken(.max, request: longest),
    ] {
      let packet = try order.packet()
      let read = try IssuerOrder(packet: packet.span)
      #expect(read == order)
    }
    for report in [IssuerReport.here, .gone, .answered(3, longest), .answered(4, []), .failed(5, .clockDiffers)] {
      let packet = try report.packet()
      let read = try IssuerReport(packet: packet.span)
      #expect(read == report)
    }
    #expect(throws: WireError.self) { _ = try IssuerOrder.attest(1, request: longest + [0]).packet() }
    let cut: [UInt8] = [3, 0]
    #expect((try? IssuerReport(packet: cut.span)) == nil)
    #expect(IssuerCallFailure.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
  }
}
