import { assembled, sampleText } from './sample-text.ts';
import { found, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

const dashes = '-'.repeat(5);
const header = (label: string): string => assembled(dashes, 'BEGIN ', label, dashes);
const key = sampleText('base64', 64, 1);

/** Invented; only their checksums are valid. */
const ageKey = 'QZGERVYGGKJDVPANY9GPMPAV0RL5NWW94Z84WUFCJMMSJS4ZHT8SNV4DJP';
const otherAgeKey = 'RK7XZ4ST8LM969A44YJTFF4QF6KJ6G3A09DG2EL9D5F94DLM32XSM8RQY3';

/** Line ends in plain text, in JSON, and between joined lines of source code. */
const lineEnd = '[ \\t\\r\\n\\\\nr"\',+]{1,20}';

/** A header without a key is documentation. The finding ends soon after the start of the key. */
export const privateKeyRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'pem-private-key',
    description: 'Private key (PEM)',
    group: 'secrets',
    tags: ['private-key'],
    enabled: true,
    patterns: [
      `-----BEGIN (?:RSA |EC |DSA |ENCRYPTED )?PRIVATE KEY-----${lineEnd}[A-Za-z0-9+/]{32}`,
      `-----BEGIN (?:RSA |EC |DSA )?PRIVATE KEY-----${lineEnd}Proc-Type: 4,ENCRYPTED`,
    ],
    keywords: ['PRIVATE KEY-----'],
    boundary: 'none',
    samples: {
      matching: [
        found('', `${header('RSA PRIVATE KEY')}\n${key.slice(0, 32)}`, `${key.slice(32)}\n`),
        found('{"private_key":"', `${header('PRIVATE KEY')}\\n${key.slice(0, 32)}`, key),
        found('', `${header('EC PRIVATE KEY')}\r\n${key.slice(0, 32)}`, '\r\n'),
        found('', `${header('RSA PRIVATE KEY')}\nProc-Type: 4,ENCRYPTED`, '\nDEK-Info: AES'),
      ],
      other: [
        `${header('RSA PRIVATE KEY')}\n...\n`,
        `${header('PUBLIC KEY')}\n${key}\n`,
        `${header('CERTIFICATE')}\n${key}\n`,
        `text.startsWith('${header('PRIVATE KEY')}')`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'openssh-private-key',
    description: 'Private key (OpenSSH)',
    group: 'secrets',
    tags: ['private-key', 'ssh'],
    enabled: true,
    patterns: [`-----BEGIN OPENSSH PRIVATE KEY-----${lineEnd}b3BlbnNzaC1rZXk[A-Za-z0-9+/]{17}`],
    keywords: ['OPENSSH PRIVATE KEY-----'],
    boundary: 'none',
    samples: {
      matching: [
        found('', `${header('OPENSSH PRIVATE KEY')}\nb3BlbnNzaC1rZXk${key.slice(0, 17)}`, key),
        found('"', `${header('OPENSSH PRIVATE KEY')}\\nb3BlbnNzaC1rZXk${key.slice(0, 17)}`, '\\n'),
      ],
      other: [
        `${header('OPENSSH PRIVATE KEY')}\n<your key here>`,
        `${header('OPENSSH PRIVATE KEY')}\n${key}`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'pgp-private-key',
    description: 'Private key (PGP)',
    group: 'secrets',
    tags: ['pgp', 'private-key'],
    enabled: true,
    patterns: [
      `-----BEGIN PGP PRIVATE KEY BLOCK-----${lineEnd}(?:(?:Version|Comment|Hash|Charset): [^\\r\\n\\\\]{0,100}${lineEnd})?[A-Za-z0-9+/]{32}`,
    ],
    keywords: ['PGP PRIVATE KEY BLOCK-----'],
    boundary: 'none',
    samples: {
      matching: [
        found('', `${header('PGP PRIVATE KEY BLOCK')}\n\n${key.slice(0, 32)}`, key),
        found('', `${header('PGP PRIVATE KEY BLOCK')}\nVersion: GnuPG v2\n\n${key.slice(0, 32)}`),
      ],
      other: [
        `${header('PGP PRIVATE KEY BLOCK')}\n\n[...]\n`,
        `${header('PGP PUBLIC KEY BLOCK')}\n\n${key}\n`,
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'putty-private-key',
    description: 'Private key (PuTTY)',
    group: 'secrets',
    tags: ['private-key', 'ssh'],
    patterns: [
      'PuTTY-User-Key-File-[23]: [a-z0-9-]{3,40}[ \\t\\r\\n\\\\nr]{1,6}Encryption: [a-z0-9-]{3,20}',
    ],
    keywords: ['PuTTY-User-Key-File-'],
    boundary: 'none',
    samples: {
      matching: [
        found(
          '',
          assembled('PuTTY-User-', 'Key-File-2: ssh-rsa\r\nEncryption: none'),
          '\r\nComment: k',
        ),
        found(
          '',
          assembled('PuTTY-User-', 'Key-File-3: ssh-ed25519\nEncryption: aes256-cbc'),
          '\n',
        ),
      ],
      other: ['The file starts with PuTTY-User-Key-File-2.', 'PuTTY-User-Key-File-1: ssh-rsa\n'],
    },
  }),
  sensitiveDataRule({
    ref: 'age-secret-key',
    description: 'Private key (age)',
    group: 'secrets',
    tags: ['private-key'],
    patterns: ['AGE-SECRET-KEY-1[0-9A-Z]{58}'],
    keywords: ['AGE-SECRET-KEY-1'],
    validator: 'bech32',
    samples: {
      matching: [
        found('', assembled('AGE-', 'SECRET-KEY-1', ageKey), '\n'),
        found('"', assembled('AGE-', 'SECRET-KEY-1', otherAgeKey), '"'),
      ],
      other: [
        assembled('AGE-', 'SECRET-KEY-1', 'Q'.repeat(58)),
        assembled('AGE-', 'SECRET-KEY-1', ageKey.slice(0, -1)),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'bitcoin-private-key',
    description: 'Bitcoin private key (WIF)',
    group: 'secrets',
    tags: ['crypto-wallet', 'private-key'],
    patterns: ['[5KL][1-9A-HJ-NP-Za-km-z]{50,51}'],
    validator: 'base58check',
    samples: {
      matching: [
        found('wif: ', assembled('5HueCGU8rMjxEXxiPuD5BDku', '4MkFqeZyd4dZ1jvhTVqvbTLvyTJ')),
        found('"', assembled('KwdMAjGmerYanjeui5SHS7Jk', 'mpZvVipYvB2LJGU1ZxJwYvP98617'), '"'),
      ],
      other: [
        assembled('5HueCGU8rMjxEXxiPuD5BDku', '4MkFqeZyd4dZ1jvhTVqvbTLvyTK'),
        `K${sampleText('letters', 51, 1)}`,
      ],
    },
  }),
];
