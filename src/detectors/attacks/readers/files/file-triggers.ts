import { restrictedNames } from '../../../../catalogs/attacks/words/restricted-paths.ts';
import type { ReaderTrigger } from '../../attack-reader.ts';

const named = Object.values(restrictedNames).flatMap(({ clear, likely }) => [...clear, ...likely]);

/** Words without which no path is telling. Most are rare outside of paths. */
export const fileTriggers: readonly ReaderTrigger[] = [
  { words: ['../', '..\\', '..;', '.../', '/..', '\\..'] },
  {
    words: [
      'etc/',
      'proc/',
      'root/.',
      'var/',
      'run/secrets',
      '~/.',
      '/.ssh',
      '/.aws',
      '.bash_history',
    ],
    with: '/',
  },
  {
    words: [
      'boot.ini',
      'autoexec.bat',
      'win.ini',
      'system.ini',
      'system32',
      'windows/',
      'windows\\',
      'winnt',
    ],
    with: '/\\',
  },
  { words: ['inetpub', 'administrator/', 'administrator\\', 'programdata', 'xampp'], with: '/\\' },
  {
    words: ['php:', 'expect:', 'phar:', 'zip:', 'rar:', 'ogg:', 'glob:', 'zlib:', 'bzip2:'],
    with: '/',
  },
  {
    words: [
      'ssh2.',
      'jar:',
      'netdoc:',
      'file:',
      'data://',
      'data:text',
      'data:application',
      'data:,',
      'data:;',
    ],
    with: ':',
  },
  { words: ['$data', '$index_allocation', '$i30'], with: ':' },
  { words: ['.txt', '.inc', '.dat', '.log', '.jpg?', '.png?', '.gif?', '.php', '.asp'], with: ':' },
  { words: ['\\\\'] },
  { words: ['\0'], with: '.' },
  { words: named, with: '/.' },
  { words: ['.sw', '.bak', '.old', '.orig', '.save', '.copy', '.backup', '.dist'], with: '.' },
  { words: ['.php~', '.php.', '.asp~', '.asp.', '.aspx.', '.jsp~', '.jsp.', '.inc~', '.inc.'] },
  {
    words: [
      '.sql',
      '.mdb',
      '.sqlite',
      '.dump',
      '.dmp',
      '.zip',
      '.rar',
      '.tar',
      '.tgz',
      '.gz',
      '.7z',
      '.bz2',
    ],
    with: '/',
  },
];
