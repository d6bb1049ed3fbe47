import type { RequestSample } from '../../managed-rulesets/managed-rule-base.ts';
import type { SignEntry } from '../sign-entry.ts';

const get = (target: string): RequestSample => ({ method: 'GET', target, headers: {}, body: '' });

export const traversalSigns = {
  'traversal-dots': {
    means: 'dot segments that lead out of the folder in which a path starts',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '../../../../etc/passwd',
        '..\\..\\windows\\win.ini',
        'reports/../../../var/log/syslog',
        get('/files/..%2f..%2fetc%2fshadow'),
        get('/download?file=%2e%2e%2f%2e%2e%2fconfig.php'),
      ],
      other: ['images/../logo.png', 'and so on... or not', './a/b', '1..10', get('/a..b/c')],
    },
  },
  'traversal-target': {
    means: 'dot segments that lead to a file of the system or a private file of the application',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '../../../../etc/shadow',
        '..\\..\\..\\windows\\system32\\drivers\\etc\\hosts',
        '/var/www/../../etc/shadow',
        '../../WEB-INF/web.xml',
        '../.env',
      ],
      other: ['../../images/passwd.png', '../etcetera', '../../assets/etc/logo.svg', '/etc/passwd'],
    },
  },
  'traversal-depth': {
    means: 'more levels of dot segments than a page needs to reach its assets',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ['../../../../../x', '..\\..\\..\\..\\..\\users'],
      other: ['../../x', '../a/../b/../c/../d'],
    },
  },
  'traversal-encoded': {
    means: 'dot segments that are encoded more than the place needs',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '%2e%2e%2f%2e%2e%2fetc%2fhosts',
        '..%c0%af..%c0%afetc/passwd',
        '..%u2215..%u2215secret.conf',
        get('/static/%2e%2e/%2e%2e/etc/hosts'),
        get('/static/..%5c..%5cboot.ini'),
        get('/x?f=..%252f..%252fdata.conf'),
      ],
      other: ['../../y', get('/x?f=..%2f..%2fdata.conf'), get('/100%25/file')],
    },
  },
  'traversal-parameter': {
    means: 'a dot segment with a path parameter, which proxies and servers read in different ways',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [get('/public/..;/manager/html'), get('/app/..;x=1/admin'), '/a/..;/..;/b'],
      other: [get('/cart;jsessionid=1F3A/items'), 'wait..;then go'],
    },
  },
  'traversal-doubled': {
    means: 'dot segments that appear once a filter has removed others',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['....//....//etc/hosts', '..././..././secret', '....\\\\....\\\\boot.ini'],
      other: ['well.... // a comment', 'go test ./...', '.../docs'],
    },
  },
  'traversal-backslash': {
    means: 'dot segments with backslashes',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ['..\\..\\web\\private.cfg', '..\\/..\\x/..\\y'],
      other: ['../../private.cfg', 'C:\\data\\x', '..\\/..\\/a.png'],
    },
  },
  'traversal-alias': {
    means: 'a name that ends in dots, which a misconfigured alias turns into a dot segment',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/assets../private/key'), get('/img../x')],
      other: [get('/wait.../x'), get('/docs/v1..v2/x'), 'assets../private'],
    },
  },
  'traversal-nul': {
    means: 'a NUL that ends a file name before its extension',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['../../etc/passwd\0.png', '/app/config.yml\0', 'report.php\0.jpg'],
      other: ['report.php', 'a\0b c'],
    },
  },
  'traversal-stream': {
    means: 'a stream of an NTFS file',
    severity: 'critical',
    paranoia: 1,
    tags: ['platform-windows'],
    samples: {
      matching: [
        get('/default.asp::$DATA'),
        'web.config::$data',
        get('/admin:$i30:$INDEX_ALLOCATION/'),
      ],
      other: ['price::$DATE', 'a:$data'],
    },
  },
} as const satisfies Record<string, SignEntry>;
