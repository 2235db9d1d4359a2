// SPDX-License-Identifier: Apache-2.0

/// A method of an object of another process.
package struct BusCall: Sendable, Equatable {
  package var destination: String
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [BusValue]
  /// Whether the bus may start the service that it is for.
  package var startsService = true

  package init(to destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: BusValue...)
  {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }

  /// Reads a property; the answer is a variant.
  package static func property(_ name: String, of interface: String, at path: String, of destination: String) -> BusCall
  {
    BusCall(to: destination, path, "org.freedesktop.DBus.Properties", "Get", .string(interface), .string(name))
  }

  package static func setProperty(
    _ name: String, of interface: String, at path: String, of destination: String, to value: BusValue
  ) -> BusCall {
    BusCall(
      to: destination, path, "org.freedesktop.DBus.Properties", "Set", .string(interface), .string(name),
      .variant(value))
  }
}

/// A signal that this process sends.
package struct BusSignal: Sendable, Equatable {
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [BusValue]
  /// The receiver of the signal; nil for everyone who wants it.
  package var destination: String?

  package init(
    _ path: String, _ interface: String, _ member: String, _ arguments: BusValue..., to destination: String? = nil
  ) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.destination = destination
  }
}

/// The signals that are wanted; nil stands for any.
package struct SignalMatch: Sendable, Equatable {
  /// The unique name of the connection they come from, as `BusConnection.owner` gives it, or `org.freedesktop.DBus`.
  /// Nothing else is proof: anyone can send this process a signal of any interface, and the bus tells unique names alone.
  package var sender: String
  package var path: String?
  package var interface: String?
  package var member: String?

  package init(from sender: String, path: String? = nil, interface: String? = nil, member: String? = nil) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
  }
}

/// A message that came: a call of a method, or a signal.
package struct BusMessage: Sendable, Equatable {
  /// The unique name of the connection that sent it: the bus vouches for it.
  package let sender: String
  package let path: String
  package let interface: String
  package let member: String
  package let arguments: [BusValue]

  package init(sender: String, path: String, interface: String, member: String, arguments: [BusValue]) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}
