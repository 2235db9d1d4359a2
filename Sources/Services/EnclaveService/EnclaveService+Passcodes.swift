// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import Keybag
import SecretMemory
import Sockets

// Passcodes are stretched by a thread of its own. Meanwhile locks, keys and everything else are answered.

extension EnclaveService {
  /// Queues a try of a passcode, whose answer comes when its turn has come.
  func wait(_ connection: EnclaveConnection, with passcodeTry: PasscodeTry) throws(EnclaveRefusal) {
    _ = try monitor.plan(for: passcodeTry.kind)
    try passcodes.add(passcodeTry, for: connection)
    if passcodeTry.isAnsweredFirst {
      reply(.done, to: connection)
    } else {
      connection.waitsFor = passcodeTry.kind.number
      ignore(connection)
    }
    beginNextTry()
  }

  /// Begins the try whose turn it is, if there is none under way.
  func beginNextTry() {
    while let (passcodeTry, connection) = passcodes.next(at: clock.now()) {
      // Who asked is gone: on an error too, nobody would hear the answer.
      guard passcodeTry.isAnsweredFirst || !connection.socket.isHungUp else {
        passcodes.giveBack()
        close(connection)
        continue
      }
      do {
        passcodes.begin(passcodeTry, for: connection, try monitor.plan(for: passcodeTry.kind))
        return
      } catch {
        passcodes.giveBack()
        if !passcodeTry.isAnsweredFirst { answer(.refused(error), to: connection) }
      }
    }
  }

  /// Uses the passcode that has been stretched. During a lock it waits, because what it opens would be lost.
  func finishTry() {
    guard !monitor.isLocking, let (passcodeTry, outcome, connection) = passcodes.takeOutcome() else { return }
    var reply = EnclaveReply.done
    do throws(EnclaveRefusal) {
      switch outcome {
      case .success(let stretched): try monitor.use(stretched)
      case .failure(let error): throw EnclaveRefusal(error)
      }
      passcodes.giveBack()
    } catch {
      reply = .refused(error)
    }
    if !passcodeTry.isAnsweredFirst { answer(reply, to: connection) }
    afterChange()
    beginNextTry()
  }

  /// Answers and reads the connection again. It may be gone: the passcode has counted all the same.
  func answer(_ answer: consuming EnclaveReply, to connection: EnclaveConnection) {
    guard connections[connection.number] === connection else { return }
    connection.waitsFor = nil
    hear(connection)
    reply(answer, to: connection)
  }
}
