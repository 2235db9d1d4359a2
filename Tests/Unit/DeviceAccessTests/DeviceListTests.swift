// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import EmptyDevices
import Glibc
import TemporaryFolder
import Testing

@testable import DeviceAccess

/// Which files are cameras and microphones: what is missed here is given to every app.
@Suite struct DeviceListTests {
  @Test(arguments: [
    ("/dev/video0", ConsentService.camera), ("/dev/media12", .camera), ("/dev/dsp", .microphone),
    ("/dev/dsp1", .microphone), ("/dev/audio", .microphone), ("/dev/snd/pcmC0D0c", .microphone),
    ("/dev/snd/controlC1", .microphone), ("/dev/video0 (deleted)", .camera),
  ])
  func `Cameras and microphones are known by the names that the kernel gives`(path: String, service: ConsentService) {
    #expect(DeviceList().service(ofOpen: path) == service)
  }

  @Test(arguments: [
    "/dev/null", "/dev/videos", "/dev/video0/x", "/dev/snd/pcmC0D0p", "/dev/snd/timer", "/dev/snd", "/home/dev/video0",
    "/tmp/video0", "",
  ])
  func `Nothing else is one, playback of sound neither`(path: String) {
    #expect(DeviceList().service(ofOpen: path) == nil)
  }

  @Test func `What the person names is a device too, through a link as well`() throws {
    try withTemporaryFolder { folder in
      let (file, link) = (folder + "/camera", folder + "/link")
      #expect(unsafe creat(file, 0o600) >= 0 && symlink(file, link) == 0)
      let devices = DeviceList(named: [link: .camera])
      #expect(devices.mayBeDevice(link) && !devices.mayBeDevice(folder + "/other"))
      #expect(devices.device(at: link)?.service == .camera)
      // Whoever has it open has what the link leads to.
      #expect(devices.service(ofOpen: file) == .camera)
      #expect(DeviceList().device(at: link) == nil)
    }
  }

  @Test func `What cannot be empty is not given in the place of a device`() {
    let devices = DeviceList(named: ["/srv/camera": .camera, "/srv/sound": .microphone])
    #expect(devices.emptyDevice(at: "/dev/video0", for: .camera) == .camera)
    #expect(devices.emptyDevice(at: "/dev/media0", for: .camera) == nil)
    #expect(devices.emptyDevice(at: "/srv/camera", for: .camera) == .camera)
    #expect(devices.emptyDevice(at: "/dev/snd/pcmC0D0c", for: .microphone) == .microphone)
    #expect(devices.emptyDevice(at: "/dev/snd/controlC0", for: .microphone) == .soundCard)
    #expect(devices.emptyDevice(at: "/srv/sound", for: .microphone) == .microphone)
    #expect(devices.emptyDevice(at: "/dev/dsp", for: .microphone) == nil)
    #expect(devices.emptyDevice(at: "/dev/video0", for: .contacts) == nil)
  }
}
