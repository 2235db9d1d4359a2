// SPDX-License-Identifier: Apache-2.0
import Events
import FingerprintMessages
package import MessageBus
import ServiceChannels
package import Sockets
package import SystemCalls
import Threads

/// Speaks with fprintd for `baileyd`, on a channel that nobody else has.
package final class FingerprintService {
  /// Another look at the enrolled fingers so soon would say the same: whoever asks often does not keep fprintd busy.
  private static let freshness = Duration.milliseconds(500)

  private let channel: PacketSocket
  private let place: BusPlace
  private let trusted: UInt32
  private let news: ThreadNotifier
  private var service: Fprintd?
  private var reader: SensorReader?
  private var known: (enrolment: SensorReport.Enrolment, time: ContinuousClock.Instant)?

  /// `trusted` is the user who must have the bus and the service: root.
  package init(
    on channel: consuming PacketSocket, _ place: BusPlace = .system, trusting trusted: UInt32 = 0
  ) throws(SystemError) {
    self.channel = channel
    self.place = place
    self.trusted = trusted
    news = try ThreadNotifier()
  }

  /// Serves until one of the descriptors says that it is over, or the channel does.
  package func serve(until ends: [Int32]) {
    // Nobody waits for what was wanted of another process.
    while SensorOrder.next(from: channel, .refuses) != nil {}
    say(.here)
    while let ready = try? Poll.readable(ends + [news.raw, channel.raw]), !ready.dropLast(2).contains(true) {
      if ready[ends.count] { hear() }
      guard ready[ends.count + 1] else { continue }
      guard let order = SensorOrder.next(from: channel) else { break }
      carryOut(order)
    }
    endReading()
    service?.close()
  }

  private func carryOut(_ order: SensorOrder) {
    switch order {
    case .hello:
      endReading()
      say(.here)
    case .fingers(let request): say(.fingers(request: request, enrolment()))
    case .read(let number):
      endReading()
      do throws(Fprintd.Failure) { reader = try SensorReader(number, by: connected(), news) } catch {
        forget(after: error)
        say(.ended(number))
      }
    case .stop(let number): if reader?.number == number { endReading() }
    }
  }

  private func hear() {
    news.wait(within: .zero)
    if let service, !service.bus.isOpen {
      if let reader { say(.ended(reader.number)) }
      (reader, self.service, known) = (nil, nil, nil)
    }
    guard let reader else { return }
    for said in reader.next() {
      switch said {
      case .matched(let set):
        endReading()
        say(.matched(reader.number, set))
      case .missed: say(.missed(reader.number))
      case .ended:
        endReading()
        say(.ended(reader.number))
      }
    }
  }

  private func endReading() {
    reader?.end()
    reader = nil
  }

  private func enrolment() -> SensorReport.Enrolment {
    if let known, known.time.duration(to: .now) < Self.freshness { return known.enrolment }
    let enrolment: SensorReport.Enrolment
    do throws(Fprintd.Failure) {
      let service = try connected()
      enrolment = .at(try service.fingers(at: service.sensor()))
    } catch {
      forget(after: error)
      enrolment = .noSensor
    }
    known = (enrolment, .now)
    return enrolment
  }

  private func connected() throws(Fprintd.Failure) -> Fprintd {
    if let service, service.bus.isOpen { return service }
    let news = news
    let new = try Fprintd(on: place, trusting: trusted) { news.notify() }
    service = new
    return new
  }

  /// A bus that does not answer is left.
  private func forget(after failure: Fprintd.Failure) {
    guard failure != .noSensor, failure != .impostor, let service, !service.bus.isOpen else { return }
    self.service = nil
  }

  /// Sends a report. Where it cannot be sent, `baileyd` is gone or does not listen, and knows of nothing.
  private func say(_ report: SensorReport) { try? report.send(on: channel) }
}
