// SPDX-License-Identifier: Apache-2.0
// What people read of the extension, in the languages of the console; English is in `options.html`.
const italian = {
  title: "Bailey: passkey",
  button: "Accedi con una passkey di Bailey",
  absent: "Questo browser non ha impostazioni per le passkey: le ha Chromium.",
  proxy: "Rispondi anche alle pagine che lo script dell’estensione non raggiunge",
  what: "Le pagine aperte prima che ci fosse l’estensione e i riquadri che una pagina riempie da sé chiedono solo a Chromium. Così Chromium passa "
    + "a Bailey tutto ciò che le pagine chiedono. Finché è attivo:",
  keys: "Le chiavi di sicurezza, i telefoni e le passkey proprie di Chromium non accedono da nessuna parte: “un altro dispositivo” termina la richiesta.",
  frames: "Le pagine dentro una pagina di un altro sito non ricevono risposta, e nemmeno quelle che nessuno guarda.",
  pages: "Chromium non dice quale pagina di un sito chiede: se una qualsiasi delle sue pagine aperte cambia o si chiude, la domanda sparisce.",
  others: "In quelle pagine una passkey da usare più tardi senza domanda viene chiesta come ogni altra, i moduli di accesso non ricevono offerte e ciò "
    + "che un sito dice dei suoi account non viene ascoltato.",
  alone: "Nessun’altra estensione, come una per il desktop remoto, può averlo nello stesso momento.",
  on: "Attivo.",
  off: "Non attivo.",
};

const chinese = {
  title: "Bailey：通行密钥",
  button: "使用 Bailey 的通行密钥登录",
  absent: "此浏览器没有通行密钥设置：Chromium 才有。",
  proxy: "同时应答扩展脚本无法到达的页面",
  what: "在扩展出现之前就已打开的页面，以及由页面自行填充的框架，只会询问 Chromium。启用后，Chromium 会转交页面的所有请求。启用期间：",
  keys: "安全密钥、手机和 Chromium 自己的通行密钥在任何地方都不能登录：选择“其他设备”会结束请求。",
  frames: "位于其他网站页面之内的页面不会得到应答，没有人在看的页面也不会。",
  pages: "Chromium 不说明是网站的哪个页面在请求：只要该网站的任何一个已打开页面跳转或关闭，询问就会消失。",
  others: "在这些页面上，本应稍后不经询问使用的通行密钥会像其他通行密钥一样询问，登录表单中不会提供选项，网站关于其账户的通知也不会被听取。",
  alone: "同一时间不能有其他扩展（例如远程桌面扩展）使用它。",
  on: "已启用。",
  off: "未启用。",
};

const english = { button: "Sign in with a passkey of Bailey", on: "On.", off: "Off." };

/// Of the browser's language; English for all that have no words here.
export const language = ["it", "zh"].find((known) => navigator.language.toLowerCase().split("-")[0] === known) ?? "en";
export const words = { it: italian, zh: chinese, en: english }[language];
