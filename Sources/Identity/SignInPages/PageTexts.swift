// SPDX-License-Identifier: Apache-2.0

/// What pages say in one language. `%@` is the name of a site, or a number of seconds.
struct PageTexts: Sendable {
  let signIn, signInTo, mail, password, proceed, cancel: String
  let wrongPassword, waitSeconds, formExpired: String
  let allow, againTo, itReceives, receivesSubject, receivesName, receivesMail, givenName, familyName: String
  let signedInAs, otherAccount, signOut: String
  let backTo, backHint, closeWindow: String
  let errorTitle, errorHint, errorWord, brokenRules, correlation: String
  let accountTitle, sites, noSites, since, sharedNothing, sharedName, sharedMail, remove, removeHint: String
  let unavailable, notFound: String
  let passkeySignIn, wrongPasskey, passkeyFailed: String
  let passkeys, passkeysHint, passkey, passkeySynced, passkeyOnOneDevice: String
  let code, codeHint, wrongCode, codes, codesOn, codesOff, turnOn, turnOff, codesSignInFirst: String
  let codeSetup, codeLink: String
  let sessions, thisBrowser, unknownBrowser, endSession, endOtherSessions: String
  let addPasskey, passkeyNeedsScript, passkeySignInFirst, passkeysFull: String

  static let english = PageTexts(
    signIn: "Sign in", signInTo: "Sign in to continue to %@", mail: "Email", password: "Password",
    proceed: "Continue", cancel: "Cancel",
    wrongPassword: "That email and password do not belong together.",
    waitSeconds: "Too many tries. Wait %@ seconds, then try again.",
    formExpired: "This page was open too long. Try again.",
    allow: "Allow %@ to know you?", againTo: "Continue to %@?", itReceives: "%@ receives:",
    receivesSubject: "an identifier of you that no other developer has",
    receivesName: "your name, as you write it here",
    receivesMail: "your email address", givenName: "First name", familyName: "Last name",
    signedInAs: "Signed in as %@", otherAccount: "Use another account", signOut: "Sign out",
    backTo: "Back to %@", backHint: "Press the button if nothing happens.",
    closeWindow: "You can close this window.",
    errorTitle: "This request cannot be answered",
    errorHint: "The site that sent you here asked in a way that is not allowed. Its developer can look it up:",
    errorWord: "Error", brokenRules: "Broken rules", correlation: "Reference",
    accountTitle: "Sites and apps that use my account", sites: "They know you until you remove them.",
    noSites: "No site or app uses your account.", since: "since %@", sharedNothing: "knows an identifier of you",
    sharedName: "name", sharedMail: "email address", remove: "Remove",
    removeHint: "A site that is removed is signed out of your account, and asks anew the next time.",
    unavailable: "The provider cannot answer now. Try again in a minute.", notFound: "There is no such page.",
    passkeySignIn: "Sign in with a passkey", wrongPasskey: "That passkey belongs to no account here.",
    passkeyFailed: "No passkey was used. Try again, or go on without.",
    passkeys: "Passkeys", passkeysHint: "With a passkey you sign in by your device’s lock, and without a password.",
    passkey: "Passkey", passkeySynced: "on your devices", passkeyOnOneDevice: "on one device",
    code: "One-time code", codeHint: "Type the code that your authenticator app shows now.",
    wrongCode: "That code is not right, or was used before.", codes: "One-time codes",
    codesOn: "After the password, a code of your authenticator app is asked for.",
    codesOff: "The password alone signs you in.", turnOn: "Turn on", turnOff: "Turn off",
    codesSignInFirst: "To change this, sign out and sign in again.",
    codeSetup: "Type this key into your authenticator app, then the code that it shows here:",
    codeLink: "Open in an app on this device",
    sessions: "Where you are signed in", thisBrowser: "this browser", unknownBrowser: "A browser",
    endSession: "Sign out there", endOtherSessions: "Sign out everywhere else",
    addPasskey: "Add a passkey", passkeyNeedsScript: "Adding one needs JavaScript. All else works without it.",
    passkeySignInFirst: "To add one, sign out and sign in again.",
    passkeysFull: "To add one, remove another one first.")

  static let italian = PageTexts(
    signIn: "Accedi", signInTo: "Accedi per continuare su %@", mail: "Email", password: "Password",
    proceed: "Continua", cancel: "Annulla",
    wrongPassword: "Email e password non corrispondono.",
    waitSeconds: "Troppi tentativi. Attendi %@ secondi, poi riprova.",
    formExpired: "Questa pagina è rimasta aperta troppo a lungo. Riprova.",
    allow: "Consentire a %@ di conoscerti?", againTo: "Continuare su %@?", itReceives: "%@ riceve:",
    receivesSubject: "un identificativo tuo che nessun altro sviluppatore ha",
    receivesName: "il tuo nome, come lo scrivi qui", receivesMail: "il tuo indirizzo email",
    givenName: "Nome", familyName: "Cognome",
    signedInAs: "Hai effettuato l’accesso come %@", otherAccount: "Usa un altro account", signOut: "Esci",
    backTo: "Torna a %@", backHint: "Premi il pulsante se non succede nulla.",
    closeWindow: "Puoi chiudere questa finestra.",
    errorTitle: "Impossibile rispondere a questa richiesta",
    errorHint: "Il sito che ti ha mandato qui ha fatto una richiesta non consentita. Il suo sviluppatore può cercarla:",
    errorWord: "Errore", brokenRules: "Regole violate", correlation: "Riferimento",
    accountTitle: "Siti e app che usano il mio account", sites: "Ti conoscono finché non li rimuovi.",
    noSites: "Nessun sito o app usa il tuo account.", since: "dal %@", sharedNothing: "conosce un tuo identificativo",
    sharedName: "nome", sharedMail: "indirizzo email", remove: "Rimuovi",
    removeHint: "Un sito rimosso perde l’accesso al tuo account e la prossima volta chiede di nuovo.",
    unavailable: "Il servizio non può rispondere ora. Riprova tra un minuto.", notFound: "Questa pagina non esiste.",
    passkeySignIn: "Accedi con una passkey", wrongPasskey: "Questa passkey non appartiene a nessun account qui.",
    passkeyFailed: "Nessuna passkey è stata usata. Riprova, o continua senza.",
    passkeys: "Passkey",
    passkeysHint: "Con una passkey accedi con il blocco del tuo dispositivo, senza password.",
    passkey: "Passkey", passkeySynced: "sui tuoi dispositivi", passkeyOnOneDevice: "su un solo dispositivo",
    code: "Codice monouso", codeHint: "Scrivi il codice che la tua app di autenticazione mostra ora.",
    wrongCode: "Il codice non è corretto o è già stato usato.", codes: "Codici monouso",
    codesOn: "Dopo la password viene chiesto un codice della tua app di autenticazione.",
    codesOff: "Per accedere basta la password.", turnOn: "Attiva", turnOff: "Disattiva",
    codesSignInFirst: "Per cambiare questa scelta, esci e accedi di nuovo.",
    codeSetup: "Scrivi questa chiave nella tua app di autenticazione, poi qui il codice che mostra:",
    codeLink: "Apri in un’app su questo dispositivo",
    sessions: "Dove hai effettuato l’accesso", thisBrowser: "questo browser", unknownBrowser: "Un browser",
    endSession: "Esci lì", endOtherSessions: "Esci ovunque tranne qui",
    addPasskey: "Aggiungi una passkey",
    passkeyNeedsScript: "Per aggiungerne una serve JavaScript. Tutto il resto funziona senza.",
    passkeySignInFirst: "Per aggiungerne una, esci e accedi di nuovo.",
    passkeysFull: "Per aggiungerne una, prima rimuovine un’altra.")

  static let chinese = PageTexts(
    signIn: "登录", signInTo: "登录以继续前往 %@", mail: "电子邮件", password: "密码",
    proceed: "继续", cancel: "取消",
    wrongPassword: "电子邮件与密码不匹配。",
    waitSeconds: "尝试次数过多。请等待 %@ 秒后重试。",
    formExpired: "此页面打开时间过长，请重试。",
    allow: "允许 %@ 知道你是谁吗？", againTo: "继续前往 %@？", itReceives: "%@ 将收到：",
    receivesSubject: "一个其他开发者都没有的标识符", receivesName: "你在此填写的姓名", receivesMail: "你的电子邮件地址",
    givenName: "名", familyName: "姓",
    signedInAs: "已登录为 %@", otherAccount: "使用其他账户", signOut: "退出登录",
    backTo: "返回 %@", backHint: "如果没有反应，请按此按钮。", closeWindow: "您可以关闭此窗口。",
    errorTitle: "无法处理此请求",
    errorHint: "将你带到这里的网站提出了不被允许的请求。其开发者可以查询：",
    errorWord: "错误", brokenRules: "违反的规则", correlation: "参考编号",
    accountTitle: "使用我的账户的网站和应用", sites: "在你移除之前，它们都知道你是谁。",
    noSites: "没有网站或应用使用你的账户。", since: "自 %@ 起", sharedNothing: "知道你的一个标识符",
    sharedName: "姓名", sharedMail: "电子邮件地址", remove: "移除",
    removeHint: "被移除的网站将退出你的账户，下次会重新询问。",
    unavailable: "服务暂时无法响应，请稍后再试。", notFound: "没有此页面。",
    passkeySignIn: "使用通行密钥登录", wrongPasskey: "此通行密钥不属于这里的任何账户。",
    passkeyFailed: "未使用通行密钥。请重试，或以其他方式继续。",
    passkeys: "通行密钥", passkeysHint: "有了通行密钥，你可以用设备的锁屏方式登录，无需密码。",
    passkey: "通行密钥", passkeySynced: "在你的多台设备上", passkeyOnOneDevice: "仅在一台设备上",
    code: "一次性验证码", codeHint: "请输入身份验证器应用当前显示的验证码。",
    wrongCode: "验证码不正确或已被使用。", codes: "一次性验证码",
    codesOn: "输入密码后，还需输入身份验证器应用中的验证码。",
    codesOff: "仅凭密码即可登录。", turnOn: "开启", turnOff: "关闭",
    codesSignInFirst: "若要更改，请先退出再重新登录。",
    codeSetup: "请将此密钥输入身份验证器应用，然后在此输入其显示的验证码：",
    codeLink: "在本设备的应用中打开",
    sessions: "已登录的位置", thisBrowser: "此浏览器", unknownBrowser: "某个浏览器",
    endSession: "在该处退出", endOtherSessions: "退出其他所有位置",
    addPasskey: "添加通行密钥", passkeyNeedsScript: "添加通行密钥需要 JavaScript。其他功能无需它。",
    passkeySignInFirst: "若要添加，请先退出再重新登录。",
    passkeysFull: "若要添加，请先移除一个。")
}

extension String {
  /// The text with some words in the place of `%@`.
  func filled(with words: String) -> String {
    guard let place = firstRange(of: "%@") else { return self }
    return self[..<place.lowerBound] + words + self[place.upperBound...]
  }
}
