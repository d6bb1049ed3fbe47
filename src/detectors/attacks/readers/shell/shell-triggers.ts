import type { ReaderTrigger } from '../../attack-reader.ts';
import { commandNames, commandOf } from './command-table.ts';
import { optionWords } from './option-injection.ts';

/** Openings before short names; longer ones are rare enough to look for an opening anywhere in the value. */
const OPENINGS = [';', '; ', '|', '| ', '&', '& ', '\n', '\n '];
const OPENING_CHARACTERS = ';|&\n';
const SHORT = 4;

const openedNames = commandNames
  .filter(isCommon)
  .flatMap((name) => OPENINGS.map((opening) => opening + name));

export const shellTriggers: readonly ReaderTrigger[] = [
  { words: ['$(', '`', '<(', '>(', '${ifs', '$ifs', '() {', '(){', '()  {'] },
  { words: ['/dev/tcp', '/dev/udp', 'mkfifo', 'mknod', 'socat', 'netcat', 'ncat', 'nc -'] },
  {
    words: [
      'socket.socket',
      'use socket',
      'io::socket',
      'sockopen',
      'tcpsocket',
      'socket(',
      'net.connect',
      'net.socket',
    ],
  },
  {
    words: [
      'powershell',
      'pwsh',
      'iex',
      'invoke-',
      '.download',
      'net.webclient',
      '.exe',
      '%comspec%',
      ']::',
    ],
  },
  {
    words: [
      'certutil',
      'bitsadmin',
      'mshta',
      'regsvr32',
      'rundll32',
      'wmic',
      'cmd /',
      'sh -c',
      'sh -i',
      '-windowstyle',
      '-w hidden',
    ],
  },
  { words: optionWords },
  {
    words: [
      '/bin/',
      '/sbin/',
      '/etc/',
      '/e??/',
      '/et?/',
      '/???/',
      '/b?n/',
      '/bi?/',
      '/?in/',
      '/b*',
      '/*/',
      'bin/sh',
      'bin/bash',
    ],
  },
  // Words that something keeps apart.
  { words: ['^'], with: '&|' },
  { words: [';', '|', '&&', '\n'], with: "'\\`$" },
  { words: commandNames.filter((name) => !isCommon(name)), with: OPENING_CHARACTERS },
  { words: [...openedNames, ';\t', '|\t', '&\t', ';{', '|{', '&{', '; {', '| {', '& {'] },
];

/** Whether the name is too short or too frequent in other texts to be looked for alone. */
function isCommon(name: string): boolean {
  return name.length <= SHORT || commandOf(name, name)?.isWord === true;
}
