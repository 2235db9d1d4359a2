// SPDX-License-Identifier: Apache-2.0

/// The bounds on what programs can have asked at one time.
package struct QuestionLimits: Sendable {
  /// Questions that are open at one time, of one process only one; a further one is refused.
  package var questions = 32
  /// Open questions of one program, over all its processes. Programs that hide their executables count as one.
  package var questionsOfProgram = 2
  /// Contexts in which something is proved. When there are more, all are forgotten: somebody is asked once more.
  package var contexts = 4096
  /// The time that a person has to answer.
  package var timeout = Duration.seconds(120)
  /// An agent asks for the next question at once: one that has not for this long is gone.
  package var agentMilliseconds: UInt64 = 3000

  var timeoutMilliseconds: UInt64 {
    let (seconds, attoseconds) = timeout.components
    return UInt64(clamping: seconds) * 1000 + UInt64(clamping: attoseconds / 1_000_000_000_000_000)
  }

  package init() {}
}
