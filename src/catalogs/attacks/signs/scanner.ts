import type { RequestSample } from '../../managed-rulesets/managed-rule-base.ts';
import type { SignEntry } from '../sign-entry.ts';

const get = (target: string, headers: Record<string, string> = {}): RequestSample => ({
  method: 'GET',
  target,
  headers,
  body: '',
});

export const scannerSigns = {
  'scanner-agent': {
    means: 'the name of a vulnerability scanner',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        get('/', { 'user-agent': 'sqlmap/1.8#stable (https://sqlmap.org)' }),
        get('/', { 'user-agent': 'Mozilla/5.0 (compatible; Nmap Scripting Engine)' }),
      ],
      other: [
        get('/', { 'user-agent': 'curl/8.5.0' }),
        get('/', { 'user-agent': 'python-requests/2.31' }),
        get('/', { 'user-agent': 'UptimeRobot/2.0' }),
        get('/search?q=sqlmap'),
      ],
    },
  },
  'scanner-header': {
    means: 'a header that only scanners send',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/', { 'Acunetix-Product': 'WVS' }), get('/', { 'X-Scanner': 'on' })],
      other: [get('/', { 'x-request-id': 'scanner' }), get('/', { 'x-scan': '1' })],
    },
  },
  'scanner-mark': {
    means: 'a word that scanners leave in the values that they try',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        "x'acunetix_wvs_security_test",
        '<netsparker(1)>',
        'http://BURP-COLLABORATOR-SUBDOMAIN/',
      ],
      other: ['acunetix', 'security test', 'nsqlmapper'],
    },
  },
  'scanner-callback': {
    means: 'a host at which a scanner listens for requests that an attack causes',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'http://c9k2mx0qv3rs8t7w.oast.fun/',
        'x|nslookup a1.dnslog.cn',
        'ldap://q.interact.sh/a',
      ],
      other: ['https://toast.fun/', 'interact.sh', 'a toast.'],
    },
  },
  'scanner-path': {
    means: 'a path that scanners request to learn how a server answers',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/nmaplowercheck1712345678'), get('/nice%20ports%2C/Tri%6Eity.txt%2ebak')],
      other: [get('/nmap'), get('/ports')],
    },
  },
} as const satisfies Record<string, SignEntry>;
