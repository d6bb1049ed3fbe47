import type { SignEntry } from '../sign-entry.ts';

export const crlfSigns = {
  'crlf-header': {
    means: 'a line break and a header line',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'en\r\nSet-Cookie: admin=1',
        'a\nLocation: https://files.test/',
        'x\r\nContent-Length: 0',
      ],
      other: [
        'Berlin\nLocation: second floor',
        'two\nlines',
        'Set-Cookie: a=1',
        'note\nHost: Ann Smith',
      ],
    },
  },
  'crlf-encoded': {
    means: 'a line break before a header line that is encoded once more than the place needs',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['en%0d%0aSet-Cookie:%20a=1', 'en%250aLocation: /x'],
      other: ['en\r\nSet-Cookie: a=1', 'a%0ab'],
    },
  },
  'crlf-body': {
    means: 'an empty line that ends the headers, and another body',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'x\r\nContent-Type: text/html\r\n\r\n<h1>hi</h1>',
        'x\nContent-Length: 0\n\nHTTP/1.1 200 OK',
      ],
      other: ['x\r\n\r\n<h1>hi</h1>', 'x\r\nContent-Type: text/html'],
    },
  },
  'crlf-response': {
    means: 'a line break and the beginning of another response',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['x\r\n\r\nHTTP/1.1 200 OK\r\n', 'x\nHTTP/1.0 302 Found'],
      other: ['HTTP/1.1 200 OK', 'we use\nHTTP/2 now'],
    },
  },
  'crlf-request': {
    means: 'a line break and the beginning of another request',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['x\r\n\r\nGET /admin HTTP/1.1\r\nHost: a.test', 'x\nPOST / HTTP/1.1'],
      other: ['GET /admin HTTP/1.1', 'first\nGET more coffee'],
    },
  },
  'crlf-command': {
    means: 'a line break and a command to a cache or database',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'http://127.0.0.1:6379/\r\nCONFIG SET dir /srv',
        'x\r\nflush_all\r\n',
        'x\r\nset key 0 60 5\r\nhello',
      ],
      other: ['tips:\nset a goal', 'config set dir', '3 things\n* one'],
    },
  },
} as const satisfies Record<string, SignEntry>;
