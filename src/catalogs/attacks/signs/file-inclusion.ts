import type { RequestSample } from '../../managed-rulesets/managed-rule-base.ts';
import type { SignEntry } from '../sign-entry.ts';

const page = (value: string): RequestSample => ({
  method: 'GET',
  target: `/index?page=${encodeURIComponent(value)}`,
  headers: {},
  body: '',
});

export const fileInclusionSigns = {
  'file-inclusion-system-file': {
    means: 'the absolute path of a file of the operating system that attackers read',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '/etc/passwd',
        '/proc/self/environ',
        'C:\\Windows\\win.ini',
        'file:///etc/shadow',
        '~/.ssh/id_rsa',
      ],
      other: [
        '/etc/nothing',
        '/usr/share/doc',
        'C:\\Users\\ann\\notes.txt',
        'https://shop.test/etc/hosts.html',
      ],
    },
  },
  'file-inclusion-php-stream': {
    means: 'a stream of PHP, which reads or writes any file or the body of the request',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-php'],
    samples: {
      matching: ['php://filter/read=string.rot13/resource=index.php', 'php://input', 'PHP://fd/3'],
      other: ['php:8.3-fpm', 'https://php.test/filter', 'php://nothing'],
    },
  },
  'file-inclusion-filter': {
    means: 'a chain of stream filters that changes what a file contains',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-php'],
    samples: {
      matching: [
        'php://filter/convert.base64-encode/resource=config.php',
        'php://filter/read=string.rot13/resource=a',
      ],
      other: ['php://input', 'convert.base64 to text'],
    },
  },
  'file-inclusion-data': {
    means: 'a data address where a file is expected, whose content the interpreter would run',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['data://text/plain;base64,PD9waHA=', page('data:text/plain,<?php')],
      other: ['data:image/png;base64,iVBORw0KGgo=', 'data: see below', 'data:text/plain,hello'],
    },
  },
  'file-inclusion-command': {
    means: 'an address that runs a command',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-php'],
    samples: {
      matching: ['expect://id', 'ssh2.exec://a:b@host/id'],
      other: ['expect: 100', 'we expect://'],
    },
  },
  'file-inclusion-archive': {
    means: 'an address of a file within an archive',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'phar://uploads/me.jpg/x',
        'zip://uploads/a.jpg%23x',
        'jar:file:///app.jar!/',
        'compress.zlib://a.gz',
      ],
      other: ['zip: 12345', 'jar:12', 'archive.zip'],
    },
  },
  'file-inclusion-file-address': {
    means: 'the address of a local file',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        'file:///etc/hosts',
        page('file:///srv/app/settings'),
        'file://localhost/etc/passwd',
      ],
      other: ['file:', 'profile://x', 'file: report.pdf'],
    },
  },
  'file-inclusion-remote': {
    means: 'an address of another host where the name of a page is expected',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        page('http://files.test/shell.txt?'),
        page('ftp://files.test/c.txt'),
        page('https://files.test/x.gif?'),
      ],
      other: [
        page('https://shop.test/home.html'),
        'http://files.test/notes.txt',
        page('about.txt'),
      ],
    },
  },
  'file-inclusion-share': {
    means: 'a network share where the name of a page is expected',
    severity: 'error',
    paranoia: 1,
    tags: ['platform-windows'],
    samples: {
      matching: [page('\\\\files.test\\share\\x.php'), page('\\\\10.0.0.9\\c$\\x')],
      other: ['\\\\files.test\\share', page('a\\b')],
    },
  },
} as const satisfies Record<string, SignEntry>;
