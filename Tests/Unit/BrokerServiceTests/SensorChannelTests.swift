// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import FingerprintMessages
import ServiceChannels
import Sockets
import SystemCalls
import Testing
import Threads

@testable import BrokerService

@Suite struct SensorChannelTests {
  /// The process that speaks with the sensor. It takes orders when the test does.
  private final class Sensor: Sendable {
    private let socket: PacketSocket
    init(_ socket: consuming PacketSocket) { self.socket = socket }
    func say(_ report: SensorReport) throws { try report.send(on: socket) }
    func next() -> SensorOrder? { SensorOrder.next(from: socket, .refuses) }
  }

  private func pair() throws -> (SensorChannel, Sensor) {
    let pair = try PacketSocket.pair()
    let channel = try SensorChannel(PacketSocket(try pair.near.descriptor.duplicate()))
    let sensor = Sensor(PacketSocket(try pair.far.descriptor.duplicate()))
    try sensor.say(.here)
    return (channel, sensor)
  }

  @Test func `A reading is ended though the channel was full when it was to end`() throws {
    let (channel, sensor) = try pair()
    let reading = try channel.read { _ in }
    #expect(sensor.next() == .hello && sensor.next() == .read(reading))
    // Others begin, until there is no room for anything.
    #expect(throws: (any Error).self) { while true { _ = try channel.read { _ in } } }
    channel.stop(reading)
    var orders: [SensorOrder] = []
    try eventually {
      while let order = sensor.next() { orders.append(order) }
      return orders.contains(.stop(reading))
    }
    // What found no room has not begun later either.
    #expect(orders.last == .stop(reading))
  }
}
