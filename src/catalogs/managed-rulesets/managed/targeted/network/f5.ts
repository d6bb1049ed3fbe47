import { get, jsonPost } from '../../../request-samples.ts';
import { allOf, bodyHas, headerHas, pathHas, rawPathHas } from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const f5Rules = [
  detection({
    ref: 'managed-f5-tmui-traversal',
    description:
      'F5 BIG-IP: reaches the configuration utility with a path parameter (CVE-2020-5902)',
    categories: ['f5', 'directory-traversal', 'remote-code-execution', 'cve-2020-5902'],
    expression: allOf(rawPathHas('/tmui/', '/hsqldb'), rawPathHas('..;', '/hsqldb;', '%2e%2e;')),
    matching: [
      get('/tmui/login.jsp/..;/tmui/locallb/workspace/fileRead.jsp?fileName=/etc/passwd'),
      get('/hsqldb;/'),
    ],
    other: [get('/tmui/login.jsp'), get('/tmui/skins/Default/style.css')],
  }),
  detection({
    ref: 'managed-f5-hop-by-hop-token',
    description:
      'F5 BIG-IP: removes the token of the REST API as a hop-by-hop header (CVE-2022-1388)',
    categories: ['f5', 'authentication-bypass', 'header', 'cve-2022-1388'],
    expression: allOf(
      pathHas('/mgmt/'),
      headerHas('connection', 'x-f5-auth-token', 'x-forwarded-host'),
    ),
    matching: [
      jsonPost(
        '/mgmt/tm/util/bash',
        { command: 'run', utilCmdArgs: '-c id' },
        {
          connection: 'keep-alive, X-F5-Auth-Token',
          'x-f5-auth-token': 'a',
          authorization: 'Basic YWRtaW46',
        },
      ),
      jsonPost('/mgmt/tm/access/bundle-install-tasks', {}, { connection: 'x-f5-auth-token' }),
    ],
    other: [
      jsonPost(
        '/mgmt/tm/util/bash',
        { command: 'run' },
        { connection: 'keep-alive', 'x-f5-auth-token': 'ABC' },
      ),
      get('/mgmt/tm/sys/version', { connection: 'close' }),
    ],
  }),
  detection({
    ref: 'managed-f5-login-reference',
    description:
      'F5 BIG-IP: gets a token with a reference to a login of the attacker (CVE-2021-22986)',
    categories: ['f5', 'ssrf', 'authentication-bypass', 'cve-2021-22986'],
    expression: allOf(
      pathHas('/mgmt/shared/authn/login'),
      bodyHas('loginreference'),
      bodyHas('"link"'),
    ),
    matching: [
      jsonPost('/mgmt/shared/authn/login', {
        username: 'admin',
        loginReference: { link: 'http://localhost/mgmt/shared/gossip' },
      }),
      jsonPost('/mgmt/shared/authn/login', {
        bigipAuthCookie: '',
        loginReference: { link: 'https://attacker.test' },
        filePath: '`id`',
      }),
    ],
    other: [
      jsonPost('/mgmt/shared/authn/login', {
        username: 'ada',
        password: 'x',
        loginProviderName: 'tmos',
      }),
      get('/mgmt/shared/authn/login'),
    ],
  }),
  detection({
    ref: 'managed-f5-bash',
    description: 'F5 BIG-IP: runs commands with the REST API',
    categories: ['f5', 'command-injection'],
    action: 'log',
    expression: pathHas('/mgmt/tm/util/bash'),
    matching: [
      jsonPost('/mgmt/tm/util/bash', { command: 'run', utilCmdArgs: '-c id' }),
      get('/mgmt/tm/util/bash'),
    ],
    other: [get('/mgmt/tm/sys/version'), get('/docs/bash')],
  }),
];
