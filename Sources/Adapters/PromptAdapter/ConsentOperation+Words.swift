// SPDX-License-Identifier: Apache-2.0
import ConsentModel

extension PromptLanguage {
  /// What an app would like to do, which `baileyd` says in English. What has no words in a language is said in English.
  func operation(_ english: String) -> String {
    guard self != .english, let service = ConsentService.allCases.first(where: { $0.operation == english }),
      let (italian, chinese) = Self.operations[service.name]
    else { return english }
    return says(english, it: italian, zh: chinese)
  }

  /// By the names of services, in Italian and in Chinese: the console's words.
  private static let operations: [String: (String, String)] = [
    "Location": ("usare la tua posizione", "使用您的位置"),
    "PreciseLocation": ("usare la tua posizione precisa", "使用您的精确位置"),
    "TemporaryPreciseLocation": ("usare una volta la tua posizione precisa", "使用一次您的精确位置"),
    "LocationButton": (
      "usare la tua posizione ogni volta che dice che hai toccato il suo pulsante di posizione", "在它表示您轻点了其定位按钮时使用您的位置"
    ),
    "Camera": ("accedere alla fotocamera", "访问相机"),
    "Microphone": ("accedere al microfono", "访问麦克风"),
    "ScreenCapture": ("registrare lo schermo del computer", "录制本机屏幕"),
    "Photos": ("accedere alle tue foto", "访问您的照片"),
    "PhotosAdd": ("aggiungere alle tue foto", "添加到您的照片"),
    "AddressBook": ("accedere ai tuoi contatti", "访问您的通讯录"),
    "Calendar": ("accedere al tuo calendario", "访问您的日历"),
    "Reminders": ("accedere ai tuoi promemoria", "访问您的提醒事项"),
    "BluetoothAlways": ("usare il Bluetooth", "使用蓝牙"),
    "LocalNetwork": ("trovare dispositivi nelle reti locali", "查找本地网络上的设备"),
    "Motion": ("accedere alla tua attività fisica", "访问您的运动与健身活动"),
    "SpeechRecognition": ("usare il riconoscimento vocale", "使用语音识别"),
    "MediaLibrary": ("accedere alla tua libreria multimediale", "访问您的媒体资料库"),
    "SystemPolicyDesktopFolder": ("accedere ai file sulla Scrivania", "访问桌面文件夹中的文件"),
    "SystemPolicyDocumentsFolder": ("accedere ai file in Documenti", "访问文稿文件夹中的文件"),
    "SystemPolicyDownloadsFolder": ("accedere ai file in Download", "访问下载文件夹中的文件"),
    "SystemPolicyNetworkVolumes": ("accedere ai file su un volume di rete", "访问网络宗卷上的文件"),
    "SystemPolicyRemovableVolumes": ("accedere ai file su un volume rimovibile", "访问可移除宗卷上的文件"),
    "UserTracking": ("tracciare la tua attività tra app e siti di altre società", "跨其他公司的 App 和网站跟踪您的活动"),
    "UserNotification": ("inviarti notifiche", "向您发送通知"),
    "Pasteboard": ("incollare da un’altra app", "从其他 App 粘贴"),
    "SystemPolicyAppData": ("accedere ai dati di altre app", "访问其他 App 的数据"),
    "SystemPolicyAllFiles": ("accedere a tutti i file", "访问所有文件"),
    "Health": ("accedere ai dati sulla tua salute", "访问您的健康数据"),
    "FinancialData": ("accedere ai tuoi dati finanziari", "访问您的财务数据"),
    "Willow": ("accedere ai dati della tua casa", "访问您的家居数据"),
    "GameCenterFriends": ("accedere ai tuoi amici di Game Center", "访问您的 Game Center 朋友"),
    "WiFi": ("sapere quale rete Wi-Fi usi", "获知您使用的无线局域网"),
    "HandTracking": ("seguire le tue mani", "追踪您的双手"),
    "WorldSensing": ("accedere a ciò che ti circonda", "访问您的周围环境"),
  ]
}
