// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import TemporaryFolder
import Testing

@testable import EmptyDevices
import SystemCalls

/// Programs that know cameras, with one that films black: over a mount, by the commands of Video for Linux.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "there is no /dev/fuse here"))
struct CaptureTests {
  private func withCamera(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let mount = try EmptyDeviceMount(by: folder.path + "/devices")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/devices"))
    let file = try mount.open(.camera, O_RDWR)
    try body("/proc/\(getpid())/fd/\(file.raw)")
    withExtendedLifetime(mount) {}
  }

  @Test(.enabled(if: Program.isInstalled("ffmpeg"), "there is no ffmpeg here"))
  func `ffmpeg films black at the rate of the camera`() throws {
    try withTemporaryFolder { folder throws in
      try withCamera { path throws in
        let (began, pictures) = (ContinuousClock.now, folder + "/film")
        let film = try Program.run(
          "ffmpeg",
          ["-loglevel", "error", "-f", "v4l2", "-video_size", "320x240", "-i", path, "-frames:v", "10"]
            + ["-f", "rawvideo", "-pix_fmt", "yuyv422", pictures])
        #expect(film.exitCode == 0, "\(film.errors)")
        #expect(ContinuousClock.now - began > .milliseconds(250))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: pictures)))
        #expect(bytes.count == 10 * 320 * 240 * 2)
        #expect(bytes.indices.allSatisfy { bytes[$0] == BlackCamera.pixels[$0 % 4] })
      }
    }
  }
}
