import { formPost, get } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  decodedQueryHas,
  decodedQueryMatches,
  pathHas,
  pathMatches,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { anyStrength, attack, detection } from '../targeted-rule.ts';

/** Web servers and the programs that they start. */
export const apacheHttpdRules = [
  detection({
    ref: 'managed-apache-httpd-traversal',
    description:
      'Apache httpd: reads files or runs programs outside of the document root (CVE-2021-41773, CVE-2021-42013)',
    categories: [
      'apache-httpd',
      'directory-traversal',
      'remote-code-execution',
      'cve-2021-41773',
      'cve-2021-42013',
    ],
    expression: rawPathHas(
      '/.%2e/',
      '/%2e./',
      '/%2e%2e/',
      '/.%%32%65/',
      '/%%32%65',
      '/%252e%252e/',
      '/.%252e/',
      '/.%2%65',
    ),
    matching: [
      get('/icons/.%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd'),
      formPost('/cgi-bin/.%%32%65/.%%32%65/.%%32%65/bin/sh', { x: 'id' }),
      get('/cgi-bin/%2e%2e/%2e%2e/bin/sh'),
    ],
    other: [get('/icons/folder.gif'), get('/cgi-bin/status?path=.%2e/')],
  }),
  detection({
    ref: 'managed-apache-httpd-unix-proxy',
    description:
      'Apache httpd: forwards a request to any host with a socket in the query (CVE-2021-40438)',
    categories: ['apache-httpd', 'ssrf', 'cve-2021-40438'],
    expression: allOf(queryHas('unix:', 'unix%3a'), decodedQueryMatches('^unix:.*\\|https?:')),
    matching: [
      get(`/?unix:${'A'.repeat(5000)}|http://169.254.169.254/`),
      get('/app?unix%3Aaaaa%7Chttp://127.0.0.1:8080/'),
    ],
    other: [get('/?q=unix:socket'), get('/search?system=unix:linux|mac')],
  }),
  attack({
    ref: 'managed-shellshock',
    description:
      'Bash: runs commands behind a function in a variable (Shellshock, CVE-2014-6271, CVE-2014-6278, CVE-2014-7169)',
    categories: [
      'bash',
      'cgi',
      'command-injection',
      'header',
      'cve-2014-6271',
      'cve-2014-6278',
      'cve-2014-7169',
    ],
    finds: {
      families: ['shell'],
      strengths: anyStrength,
      places: ['header', 'cookie', 'query'],
    },
    expression: anyOf(
      'any(http.request.headers.values[*] matches r"[(][)] *[{]")',
      decodedQueryMatches('[(]\\) *[{]'),
    ),
    matching: [
      get('/cgi-bin/status', { 'user-agent': '() { :;}; /bin/bash -c "cat /etc/passwd"' }),
      get('/', { referer: '() { ignored; }; echo; /usr/bin/id' }),
    ],
    other: [
      get('/', { 'user-agent': 'Mozilla/5.0 (X11) { }' }),
      get('/learn?code=function%20f()%20%7B%20return%20%7D'),
    ],
  }),
  detection({
    ref: 'managed-cgi-windows-arguments',
    description:
      'Apache Tomcat, httpd on Windows: runs commands in the arguments of a batch file (CVE-2019-0232)',
    categories: ['apache-tomcat', 'cgi', 'command-injection', 'cve-2019-0232'],
    expression: allOf(
      pathHas('/cgi'),
      pathMatches('\\.(?:bat|cmd)(?:/|$)'),
      decodedQueryHas('&', '|', '\n'),
    ),
    matching: [
      get('/cgi-bin/hello.bat?&C%3A%5CWindows%5CSystem32%5Cnet.exe+user'),
      get('/cgi/run.cmd?a%7Cdir'),
    ],
    other: [get('/cgi-bin/hello.bat?name=ada'), get('/files/setup.bat?a=1&b=2')],
  }),
];
