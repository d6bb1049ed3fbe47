import type { RequestSample } from '../../managed-rulesets/managed-rule-base.ts';
import type { SignEntry } from '../sign-entry.ts';

const url = (value: string, name = 'url'): RequestSample => ({
  method: 'GET',
  target: `/fetch?${name}=${encodeURIComponent(value)}`,
  headers: {},
  body: '',
});

export const ssrfSigns = {
  'ssrf-metadata': {
    means: 'a request to the service that gives credentials to machines of a cloud',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        url('http://169.254.169.254/latest/meta-data/'),
        url('http://metadata.google.internal/computeMetadata/v1/'),
        url('http://[fd00:ec2::254]/latest/'),
        url('http://2852039166/'),
        '169.254.169.254/latest/user-data',
      ],
      other: [url('http://169.254.1.1/'), url('https://metadata.shop.test/'), '169.254.169.25'],
    },
  },
  'ssrf-metadata-path': {
    means: 'the path of a metadata service at an internal host',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        url('http://169.254.169.254/latest/meta-data/iam'),
        url('http://100.100.100.200/latest/user-data'),
      ],
      other: [url('https://shop.test/latest/meta-data'), url('http://169.254.169.254/')],
    },
  },
  'ssrf-disguised': {
    means: 'an address in a notation that filters do not recognise',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        url('http://2130706433/'),
        url('http://0x7f.0.0.1/admin'),
        url('http://0177.0.0.1/'),
        url('http://127.1/'),
        url('http://[::ffff:127.0.0.1]/'),
        url('http://[::ffff:7f00:1]/'),
        url('http://①②⑦.⓪.⓪.①/'),
      ],
      other: [
        url('http://127.0.0.1/'),
        url('http://127.0.0.1.shop.test/'),
        url('http://[::1]/'),
        'see // 127.1',
      ],
    },
  },
  'ssrf-loopback': {
    means: 'a request to the server itself',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        url('http://127.0.0.1/admin'),
        url('http://localhost:8080/'),
        url('//127.0.0.1/'),
        url('http://[::1]/'),
      ],
      other: [url('https://localhost.shop.test/'), '127.0.0.1', url('https://shop.test/localhost')],
    },
  },
  'ssrf-private': {
    means: 'a request to a host of the internal network',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        url('http://10.0.0.5/'),
        url('http://192.168.1.1/login'),
        url('https://kubernetes.default.svc/api'),
      ],
      other: [url('http://11.0.0.5/'), url('https://cdn.test/a@10.0.0/x.js'), '10.0.0.5'],
    },
  },
  'ssrf-alias': {
    means: 'a public name that leads to an internal address',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        url('http://app.127.0.0.1.nip.io/'),
        url('http://localtest.me/'),
        url('http://7f000001.nip.io/'),
      ],
      other: [url('http://8.8.8.8.nip.io/'), url('http://nip.io.shop.test/')],
    },
  },
  'ssrf-user': {
    means: 'an internal host behind a user name that looks like a public host',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        url('http://shop.test@127.0.0.1/'),
        url('http://shop.test#@10.0.0.1/'),
        url('http://a.test:80@localhost/'),
      ],
      other: [url('http://ann@127.0.0.1/'), url('http://shop.test@other.test/')],
    },
  },
  'ssrf-service': {
    means: 'the port of a database, cache or other service at an internal host',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [url('http://127.0.0.1:6379/'), url('http://10.1.2.3:2375/containers/json')],
      other: [url('http://127.0.0.1:8080/'), url('http://shop.test:9200/')],
    },
  },
  'ssrf-scheme': {
    means: 'a protocol that carries commands to other services',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        url('gopher://127.0.0.1:6379/_INFO'),
        url('dict://cache.test:11211/stat'),
        url('tftp://files.test/x'),
      ],
      other: [url('https://gopher.test/'), 'gopher: an animal', url('ftp://files.test/x')],
    },
  },
  'ssrf-socket': {
    means: 'a socket and an address for a proxy module',
    severity: 'critical',
    paranoia: 1,
    tags: ['product-apache'],
    samples: {
      matching: [
        { method: 'GET', target: '/?unix:AAAA|http://shop.test/', headers: {}, body: '' },
        'unix:/run/app.sock|https://shop.test/',
      ],
      other: ['unix:/run/app.sock', 'unix: a|b'],
    },
  },
} as const satisfies Record<string, SignEntry>;
