// SPDX-License-Identifier: Apache-2.0
package import ProxyRules

/// The way out of a sandbox for programs that know no proxy: what the kernel in there sends is read here packet by packet, and
/// comes back as if it had been sent to the proxy.
///
/// Nothing is sent to anybody. A name gets an address that stands for it, and is looked up by whoever connects, once the rules
/// allow it; a connection becomes one to the proxy, which asks here what it was to; whatever else is sent is refused.
package struct NetworkTunnel: Sendable {
  /// A connection of a program, as it was begun.
  private struct Flow: Hashable {
    let sourcePort: UInt16
    let target: TunnelAddress
    let targetPort: UInt16
  }

  private struct Slot {
    let flow: Flow
    let host: HostName
    var lastUse: Int64
    var programFinished = false
    var proxyFinished = false
    var isOver: Bool { programFinished && proxyFinished }
  }

  private let proxyPort: UInt16
  private var names: [HostName] = []
  private var places: [HostName: Int] = [:]
  private var slots: [Slot?]
  private var flows: [Flow: Int] = [:]
  private var next = 0

  /// The port of the proxy in the network of a sandbox.
  package static let proxyPort: UInt16 = 3128
  /// Addresses are never given to a second name: what was meant for one would reach the other.
  package static let mostNames = 16_384
  package static let mostConnections = 4096
  private static let firstPort = 1024
  /// Seconds after which the proxy has ended a connection over which nothing goes.
  private static let idle: Int64 = 900

  /// The proxy listens on this port of the sandbox's network.
  package init(proxyPort: UInt16) {
    self.proxyPort = proxyPort
    slots = Array(repeating: nil, count: Self.mostConnections)
  }

  /// The destination of a connection that the proxy took, by its source address and port; nil for one that a program
  /// made to the proxy itself.
  package enum Origin: Sendable, Equatable {
    case program
    case connection(HostName, port: UInt16)
    /// The source address is that of connections that are handed over, and none was.
    case unknown
  }

  package func origin(_ address: [UInt8], _ port: UInt16) -> Origin {
    guard TunnelAddress(address) == .way else { return .program }
    guard let slot = slot(of: port) else { return .unknown }
    return .connection(slot.host, port: slot.flow.targetPort)
  }

  /// The packet that answers one that was sent, if there is one. `now` is in seconds.
  package mutating func answer(to bytes: [UInt8], now: Int64) -> [UInt8]? {
    guard let packet = TunnelledPacket(bytes), packet.source == .program else { return nil }
    switch packet.kind {
    case .datagram: return datagram(packet)
    case .stream where packet.target == .way: return fromProxy(packet, now)
    case .stream: return fromProgram(packet, now)
    }
  }

  // MARK: - Names

  private mutating func datagram(_ packet: TunnelledPacket) -> [UInt8]? {
    guard packet.target == .names, packet.targetPort == 53 else { return packet.refusal }
    guard let question = NameQuestion(packet.contents) else { return nil }
    return packet.answer(question.reply(answer(to: question)))
  }

  private mutating func answer(to question: NameQuestion) -> NameQuestion.Answer {
    // What has a form of its own, or could mean an address elsewhere, is no name.
    guard let host = HostName(question.host), case .name = host else { return .noSuchName }
    // RFC 6761, 6.3: the sandbox itself.
    if host.lies(in: "localhost") { return question.wantsAddress ? .address([127, 0, 0, 1]) : .nothing }
    guard question.wantsAddress else { return .nothing }
    guard let index = places[host] ?? added(host) else { return .refused }
    return .address(TunnelAddress(nameIndex: index).bytes)
  }

  private mutating func added(_ host: HostName) -> Int? {
    guard names.count < Self.mostNames else { return nil }
    names.append(host)
    places[host] = names.count - 1
    return names.count - 1
  }

  /// The host that an address stands for: a name, or itself; nil for what is reserved for names and stands for none.
  private func host(at address: TunnelAddress) -> HostName? {
    guard address.isOfSandbox else { return .address(address.bytes) }
    return address.nameIndex.flatMap { $0 < names.count ? names[$0] : nil }
  }

  // MARK: - Connections

  private mutating func fromProgram(_ packet: TunnelledPacket, _ now: Int64) -> [UInt8]? {
    let flow = Flow(sourcePort: packet.sourcePort, target: packet.target, targetPort: packet.targetPort)
    let place: Int
    if let known = flows[flow], !(packet.begins && slots[known]?.isOver == true) {
      place = known
    } else {
      // What belongs to no connection is answered by nobody.
      guard packet.begins else { return packet.resets ? nil : packet.refusal }
      guard packet.targetPort > 0, let host = host(at: packet.target), let free = free(now) else {
        return packet.refusal
      }
      if let before = flows.removeValue(forKey: flow) { slots[before] = nil }
      slots[free] = Slot(flow: flow, host: host, lastUse: now)
      flows[flow] = free
      place = free
    }
    slots[place]?.lastUse = now
    if packet.finishes || packet.resets { slots[place]?.programFinished = true }
    if packet.resets { slots[place]?.proxyFinished = true }
    var packet = packet
    packet.readdress(from: (.way, UInt16(Self.firstPort + place)), to: (.program, proxyPort))
    return packet.bytes
  }

  private mutating func fromProxy(_ packet: TunnelledPacket, _ now: Int64) -> [UInt8]? {
    guard packet.sourcePort == proxyPort, let slot = slot(of: packet.targetPort) else { return packet.refusal }
    let place = Int(packet.targetPort) - Self.firstPort
    slots[place]?.lastUse = now
    if packet.finishes || packet.resets { slots[place]?.proxyFinished = true }
    if packet.resets { slots[place]?.programFinished = true }
    var packet = packet
    packet.readdress(from: (slot.flow.target, slot.flow.targetPort), to: (.program, slot.flow.sourcePort))
    return packet.bytes
  }

  private func slot(of port: UInt16) -> Slot? {
    let place = Int(port) - Self.firstPort
    return slots.indices.contains(place) ? slots[place] : nil
  }

  /// The index of the next free port. Ports are taken one after the other: the kernel remembers for a while what was
  /// connected from a port.
  private mutating func free(_ now: Int64) -> Int? {
    for _ in slots.indices {
      let place = next
      next = (next + 1) % slots.count
      guard let slot = slots[place] else { return place }
      guard slot.isOver || now - slot.lastUse > Self.idle else { continue }
      flows[slot.flow] = nil
      slots[place] = nil
      return place
    }
    return nil
  }
}
