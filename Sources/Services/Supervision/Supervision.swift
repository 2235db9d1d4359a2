// SPDX-License-Identifier: Apache-2.0
import Instance
package import InstanceLayout
import OwnProcess
package import Sockets
import SupervisorMessages
import SystemCalls

/// The process that `bailey up` leaves running.
package enum Supervision {
  /// Runs an instance until it is stopped; the result is the exit status.
  ///
  /// `programs` is the folder of the daemons; `starter` is told, once, whether the instance came
  /// up.
  package static func run(
    _ location: InstanceLocation, programs: String, starter: consuming PacketSocket
  ) -> Int32 {
    var starter = SupervisorConnection(starter)
    do throws(StartFailure) {
      do throws(SystemError) { try Environment.bindProgramsAtStart() } catch {
        throw StartFailure(.program, code: error.code, subject: "bailey")
      }
      let instance = try SupervisedInstance(location)
      try? Environment.leaveCurrentDirectory()
      return Supervisor(instance, programs: programs, starter: starter).run()
    } catch {
      try? starter.send(StartReport.failed(error))
      return 1
    }
  }
}
