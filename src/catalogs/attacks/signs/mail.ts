import type { SignEntry } from '../sign-entry.ts';

export const mailSigns = {
  'mail-recipient': {
    means: 'a line break and further recipients of a message',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'ann@shop.test\nBcc: all@list.test',
        'hello\r\nCc: a@b.test, c@d.test',
        '\r\nTo:x@y.test',
      ],
      other: ['meet at 5\nTo: the station', 'Bcc: all@list.test', 'ann@shop.test'],
    },
  },
  'mail-header': {
    means: 'a line break and a header of a message',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        'ann@shop.test\nSubject: you have won',
        'a\r\nMIME-Version: 1.0',
        'a\nReply-To: x@y.test',
      ],
      other: ['topic\nFrom: the beginning', 'Subject: hi'],
    },
  },
  'mail-envelope': {
    means: 'a line break and a command that addresses a message',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'a@b.test>\r\nRCPT TO:<all@list.test>',
        'x\r\nMAIL FROM: <a@b.test>',
        'x\nEHLO files.test',
      ],
      other: ['we got mail from: Ann', 'x\nmail from the bank'],
    },
  },
  'mail-end': {
    means: 'the end of a message and a command behind it',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['bye\r\n.\r\nMAIL FROM:<a@b.test>', 'bye\n.\nQUIT'],
      other: ['bye\n.\nAnn', 'quit\n.'],
    },
  },
  'mail-mailbox': {
    means: 'a line break and a command to a mailbox',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['INBOX"\r\nA001 LOGOUT', '1\nV100 FETCH 1 BODY[]', 'x\r\na1 DELETE INBOX'],
      other: ['1\n20 list items', 'steps\n1 login page', 'A001 LOGOUT'],
    },
  },
} as const satisfies Record<string, SignEntry>;
