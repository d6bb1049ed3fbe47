import type { RequestSample } from '../../managed-rulesets/managed-rule-base.ts';
import type { SignEntry } from '../sign-entry.ts';

const upload = (
  fileName: string,
  content: string,
  type = 'application/octet-stream',
): RequestSample => ({
  method: 'POST',
  target: '/profile',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: [
    '--b',
    `Content-Disposition: form-data; name="photo"; filename="${fileName}"`,
    `Content-Type: ${type}`,
    '',
    content,
    '--b--',
    '',
  ].join('\r\n'),
});

const put = (target: string, body: string): RequestSample => ({
  method: 'PUT',
  target,
  headers: { 'content-type': 'text/plain' },
  body,
});

const code = '<?php echo shell_exec($_POST["c"]);';

export const uploadSigns = {
  'upload-code-name': {
    means: 'a file that a web server would run',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        upload('a.php', 'x'),
        upload('a.JSP', 'x'),
        upload('a.phtml', 'x'),
        upload('.htaccess', 'x'),
      ],
      other: [upload('a.png', 'x'), upload('php.txt', 'x'), upload('report.v2.docx', 'x')],
    },
  },
  'upload-disguised-name': {
    means: 'a file name that filters and servers read in different ways',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        upload('a.php.jpg', 'x'),
        upload('a.php;.png', 'x'),
        upload('a.php%00.png', 'x'),
        upload('a.php .gif', 'x'),
        upload('a.asp.', 'x'),
        upload('a.aspx::$DATA', 'x'),
        upload('a..jpg', 'x'),
      ],
      other: [
        upload('a.php', 'x'),
        upload('a.tar.gz', 'x'),
        upload('photo 1.jpg', 'x'),
        upload('a.min.js', 'x'),
      ],
    },
  },
  'upload-code-content': {
    means: 'code for the server in a file that should have none',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        upload('a.png', code, 'image/png'),
        upload('a.pdf', '<% eval request("x") %>'),
        upload('a.php', code),
        upload('a.gif', '<%@ page import="java.io.*" %>'),
        put('/files/a.jsp', '<% Runtime.getRuntime().exec("id"); %>'),
      ],
      other: [
        upload('a.zip', `PK\x03\x04 ${code}`),
        upload('a.md', code),
        upload('a.png', 'made with PHP <?xpacket?>', 'image/png'),
      ],
    },
  },
  'upload-polyglot': {
    means: 'code behind the first bytes of an image or document',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [upload('a.gif', `GIF89a\n${code}`), upload('a.txt', `%PDF-1.7\n${code}`)],
      other: [upload('a.gif', 'GIF89a\x01\x00'), upload('a.php', code)],
    },
  },
  'upload-wrong-type': {
    means: 'a program or script that is declared as an image',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        upload('a.png', '#!/bin/sh\nid', 'image/png'),
        upload('a.jpg', 'MZ\x90\x00\x03', 'image/jpeg'),
        upload('a.jpg', code, 'image/jpeg'),
      ],
      other: [
        upload('a.png', '\x89PNG\r\n\x1a\n', 'image/png'),
        upload('a.sh', '#!/bin/sh', 'text/x-sh'),
      ],
    },
  },
  'upload-settings': {
    means: 'settings that make a server run other files as code',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        upload('.htaccess', 'AddType application/x-httpd-php .jpg'),
        upload('.user.ini', 'auto_prepend_file=a.jpg'),
        upload('x', '<FilesMatch "jpg">SetHandler application/x-httpd-php</FilesMatch>'),
      ],
      other: [upload('a.ini', 'color=blue'), upload('notes.txt', 'AddType is a directive')],
    },
  },
  'upload-path': {
    means: 'a file name that leads into another folder',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        upload('../../a.png', 'x'),
        upload('..\\\\a.png', 'x'),
        upload('/var/www/a.png', 'x'),
      ],
      other: [
        upload('C:\\\\fakepath\\\\a.png', 'x'),
        upload('photos/a.png', 'x'),
        upload('a..b.png', 'x'),
      ],
    },
  },
  'upload-archive-path': {
    means: 'an archive with entries outside of the folder into which it is unpacked',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        upload('a.zip', `PK\x03\x04${'\0'.repeat(22)}\x0b\x00\x00\x00../../a.txt`),
        upload('a.docx', `PK\x03\x04${'\0'.repeat(22)}\x08\x00\x00\x00/srv/a.b`),
      ],
      other: [
        upload('a.zip', `PK\x03\x04${'\0'.repeat(22)}\x05\x00\x00\x00a.txt`),
        upload('a.txt', '../../a.txt'),
      ],
    },
  },
  'upload-put': {
    means: 'a request that stores a program on the server',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [put('/shell.jsp/', 'x'), put('/a.php', 'x')],
      other: [put('/notes/a.txt', 'x'), put('/api/users/1', '{}')],
    },
  },
} as const satisfies Record<string, SignEntry>;
