// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
package import MessageBus
import OwnProcess
import Processes
package import SystemCalls

/// Bailey's service on a bus of its own, for as long as this is held: where another service has the name on the session's bus.
package final class PrivateSecrets {
  package let connection: BusConnection
  /// The unique name of the service on that bus: no other program ever gets it.
  package let serviceName: String
  private let bus: EndingChild
  private let service: EndingChild

  package enum Failure: Error {
    /// A program is not installed, or does not start.
    case program(String, SystemError)
    /// The program has not answered in time.
    case silent(String)
  }

  private static let time = Duration.seconds(15)
  private static let longestAddress = 4096

  /// Returns when it answers.
  ///
  /// - Parameter program: the path of `bailey-secrets`.
  /// - Throws: which of the two programs did not start, or did not answer.
  package init(_ program: String) throws(Failure) {
    guard let daemon = Environment.program("dbus-daemon") else {
      throw .program("dbus-daemon", SystemError(.exec, code: ENOENT))
    }
    let address: String
    do throws(SystemError) {
      let said = try Pipe()
      bus = EndingChild(try Self.bus(daemon, saying: said.writing))
      address = try Self.address(said.reading, of: bus.process)
    } catch { throw .program("dbus-daemon", error) }
    guard !address.isEmpty else { throw .silent("dbus-daemon") }
    do throws(SystemError) { service = EndingChild(try Self.service(program, address)) } catch {
      throw .program("bailey-secrets", error)
    }
    do throws(BusError) {
      let connection = try BusConnection(to: .address(address))
      self.connection = connection
      do throws(BusError) { serviceName = try Self.name(of: service.process, connection) } catch {
        connection.close()
        throw error
      }
    } catch { throw .silent("bailey-secrets") }
  }

  deinit { connection.close() }

  private static func bus(
    _ program: String, saying output: borrowing FileDescriptor
  ) throws(SystemError) -> ChildProcess {
    let settings = try MemoryFile.holding(Array(configuration.utf8).span)
    var plan = ChildPlan(
      path: program,
      arguments: ["--nofork", "--nopidfile", "--config-file=/proc/self/fd/3", "--print-address=4"])
    plan.descriptors = [settings.raw, output.raw]
    let nothing = try FileDescriptor.open("/dev/null", O_RDWR)
    (plan.input, plan.output, plan.errors) = (nothing.raw, nothing.raw, nothing.raw)
    let child = try ChildProcess.start(plan)
    extendLifetime(settings)
    extendLifetime(nothing)
    return child
  }

  /// The address of a bus that was started; empty where it does not say one in time.
  private static func address(
    _ said: borrowing FileDescriptor, of bus: borrowing ChildProcess
  ) throws(SystemError) -> String {
    guard try Poll.readable([said.raw, bus.descriptor.raw], within: time)[0] else { return "" }
    var line = [UInt8](repeating: 0, count: longestAddress)
    var room = line.mutableSpan
    let count = try said.readAvailable(into: &room)
    return String(decoding: line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Starts the service, which finds the instance as this process does.
  private static func service(_ program: String, _ address: String) throws(SystemError) -> ChildProcess {
    var plan = ChildPlan(path: program)
    let nothing = try FileDescriptor.open("/dev/null", O_RDWR)
    (plan.input, plan.output) = (nothing.raw, nothing.raw)
    let kept = ["BAILEY_HOME", "HOME", "PATH", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]
    plan.environment =
      kept.compactMap { name in Environment.value(name).map { "\(name)=\($0)" } }
      + ["DBUS_SESSION_BUS_ADDRESS=\(address)"]
    let child = try ChildProcess.start(plan)
    extendLifetime(nothing)
    return child
  }

  /// Waits for the service. Every program of the same user finds the bus, and could take the name first: it is the child's, or
  /// nothing is.
  private static func name(
    of service: borrowing ChildProcess, _ connection: BusConnection
  ) throws(BusError) -> String {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: time)
    while true {
      if let owner = try connection.owner(of: SecretPermissions.name) {
        guard try connection.process(of: owner) == service.process else { throw .noAnswer }
        return owner
      }
      let ended = (try? Poll.readable([service.descriptor.raw], within: .milliseconds(20))) ?? [true]
      guard ended == [false], clock.now < deadline else { throw .noAnswer }
    }
  }

  /// A bus of the same user's alone, on which nothing is started.
  private static let configuration = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:tmpdir=/tmp</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="false"/>
        <allow receive_sender="*"/>
        <allow own="*"/>
      </policy>
    </busconfig>

    """
}

/// A child that ends with whoever holds it.
private final class EndingChild {
  let process: ChildProcess

  init(_ process: consuming ChildProcess) { self.process = process }

  deinit {
    // It may have ended by itself.
    try? process.send(SIGTERM)
    _ = try? process.wait()
  }
}
