import { get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  fieldMatches,
  pathEnds,
  pathHas,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const teamcityAndNexusRules = [
  detection({
    ref: 'managed-teamcity-rpc-suffix',
    description:
      'JetBrains TeamCity: creates a token with a suffix of the path that skips authentication (CVE-2023-42793)',
    categories: ['teamcity', 'authentication-bypass', 'remote-code-execution', 'cve-2023-42793'],
    expression: allOf(pathHas('/app/rest/'), pathEnds('/rpc2', '/rpc2/')),
    matching: [
      send('POST', '/app/rest/users/id:1/tokens/RPC2', 'text/plain', ''),
      send('DELETE', '/teamcity/app/rest/users/id:1/tokens/RPC2', 'text/plain', ''),
    ],
    other: [get('/app/rest/users/id:1/tokens'), send('POST', '/RPC2', 'text/xml', '<methodCall/>')],
  }),
  detection({
    ref: 'managed-teamcity-page-argument',
    description:
      'JetBrains TeamCity: reaches pages without authentication with an argument or dots (CVE-2024-27198, CVE-2024-27199)',
    categories: [
      'teamcity',
      'authentication-bypass',
      'directory-traversal',
      'cve-2024-27198',
      'cve-2024-27199',
    ],
    expression: anyOf(
      allOf(queryHas('jsp='), fieldMatches('jsp', '^/app/.*[;.]')),
      allOf(rawPathHas('/res/../', '/update/../', '/.well-known/acme-challenge/../')),
    ),
    matching: [
      jsonPost('/hax?jsp=/app/rest/users;.jsp', { username: 'eve' }),
      get('/res/../admin/diagnostic.jsp'),
      get('/x?jsp=%2fapp%2frest%2fserver%3b.jsp'),
    ],
    other: [get('/viewType.html?jsp=settings'), get('/res/style.css')],
  }),
  detection({
    ref: 'managed-nexus-expression',
    description:
      'Sonatype Nexus: runs an expression in an asset, repository or role (CVE-2019-7238, CVE-2020-10199, CVE-2020-10204)',
    categories: [
      'sonatype-nexus',
      'code-injection',
      'remote-code-execution',
      'cve-2019-7238',
      'cve-2020-10199',
      'cve-2020-10204',
    ],
    expression: allOf(
      pathHas('/service/extdirect', '/service/rest/'),
      bodyHas('.class.forname', '.getclass()', "''.class", '""\\.class', '$\\\\{', '${', '$\\\\a{'),
      bodyHas('jexl', '${', '$\\\\', 'forname'),
    ),
    matching: [
      jsonPost('/service/extdirect', {
        action: 'coreui_Component',
        method: 'previewAssets',
        data: [
          {
            filter: [
              { property: 'type', value: 'jexl' },
              { property: 'expression', value: "''.class.forName('java.lang.Runtime')" },
            ],
          },
        ],
      }),
      jsonPost('/service/rest/beta/repositories/go/group', {
        name: 'x',
        group: { memberNames: ["$\\A{''.getClass().forName('java.lang.Runtime')}"] },
      }),
    ],
    other: [
      jsonPost('/service/extdirect', {
        action: 'coreui_Search',
        method: 'read',
        data: [{ filter: [{ property: 'keyword', value: 'log4j' }] }],
      }),
      jsonPost('/service/rest/v1/security/roles', { id: 'dev', name: 'Developers' }),
    ],
  }),
  detection({
    ref: 'managed-nexus-files',
    description: 'Sonatype Nexus: reads files with encoded slashes (CVE-2024-4956)',
    categories: ['sonatype-nexus', 'directory-traversal', 'cve-2024-4956'],
    expression: allOf(rawPathHas('%2f%2f'), rawPathHas('..%2f', '%2e%2e%2f')),
    matching: [
      get('/%2F%2F%2F%2F%2F%2F%2F..%2F..%2F..%2F..%2Fetc%2Fpasswd'),
      get('/x%2f%2f%2e%2e%2fetc%2fpasswd'),
    ],
    other: [get('/proxy/https:%2F%2Fexample.com'), get('/api/v4/projects/group%2Fsite')],
  }),
];
