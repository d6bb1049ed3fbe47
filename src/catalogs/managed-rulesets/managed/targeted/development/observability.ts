import { get, jsonPost } from '../../../request-samples.ts';
import { allOf, anyOf, bodyHas, fieldHas, pathHas, rawPathHas } from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const observabilityRules = [
  detection({
    ref: 'managed-grafana-plugin-files',
    description: 'Grafana: reads files through the folder of a plugin (CVE-2021-43798)',
    categories: ['grafana', 'directory-traversal', 'cve-2021-43798'],
    expression: allOf(
      rawPathHas('/public/plugins/'),
      rawPathHas('/../', '/%2e%2e/', '/..%2f', '/.%2e/'),
    ),
    matching: [
      get('/public/plugins/alertlist/../../../../../../../etc/passwd'),
      get('/public/plugins/text/..%2f..%2f..%2fconf/defaults.ini'),
    ],
    other: [get('/public/plugins/alertlist/img/icon.svg'), get('/public/build/app.js')],
  }),
  detection({
    ref: 'managed-grafana-redirect',
    description:
      'Grafana: loads a plugin of another site with a redirect out of static files (CVE-2025-4123)',
    categories: ['grafana', 'xss', 'ssrf', 'cve-2025-4123'],
    expression: rawPathHas(
      '/public/..%2f',
      '/public/..%5c',
      '/public/%2e%2e%2f',
      '/public/%2e%2e%5c',
    ),
    matching: [
      get('/public/..%2F%5c192.0.2.1%2f%3f%2f..%2f..'),
      get('/grafana/public/..%5Cattacker.test'),
    ],
    other: [get('/public/build/app.js'), get('/public/img/a%2fb.png')],
  }),
  detection({
    ref: 'managed-grafana-duckdb',
    description: 'Grafana: reads files or runs commands with SQL expressions (CVE-2024-9264)',
    categories: ['grafana', 'command-injection', 'directory-traversal', 'cve-2024-9264'],
    expression: allOf(
      pathHas('/api/ds/query'),
      bodyHas('shellfs', 'read_blob(', 'read_csv_auto(', 'read_text(', 'install shell'),
    ),
    matching: [
      jsonPost('/api/ds/query?ds_type=__expr__', {
        queries: [
          {
            datasource: { name: 'Expression', type: '__expr__' },
            expression: "SELECT content FROM read_blob('/etc/passwd')",
            type: 'sql',
          },
        ],
      }),
      jsonPost('/api/ds/query', {
        queries: [
          { expression: 'install shellfs from community;LOAD shellfs;SELECT 1', type: 'sql' },
        ],
      }),
    ],
    other: [
      jsonPost('/api/ds/query', { queries: [{ expr: 'rate(http_requests_total[5m])' }] }),
      jsonPost('/api/ds/query', { queries: [{ rawSql: 'SELECT content FROM pages' }] }),
    ],
  }),
  detection({
    ref: 'managed-kibana-prototype',
    description:
      'Kibana: runs code with a Timelion expression or includes a file as an API (CVE-2018-17246, CVE-2019-7609)',
    categories: [
      'kibana',
      'prototype-pollution',
      'file-inclusion',
      'remote-code-execution',
      'cve-2018-17246',
      'cve-2019-7609',
    ],
    expression: anyOf(
      allOf(pathHas('/api/timelion/run'), bodyHas('__proto__', 'constructor.prototype')),
      allOf(pathHas('/api/console/api_server'), fieldHas('apis', '../')),
    ),
    matching: [
      jsonPost('/api/timelion/run', {
        sheet: ['.es(*).props(label.__proto__.env.AAAA=\'require("child_process")\')'],
        time: {},
      }),
      get(
        '/api/console/api_server?sense_version=@@SENSE_VERSION&apis=../../../../../../etc/passwd',
      ),
    ],
    other: [
      jsonPost('/api/timelion/run', { sheet: ['.es(*).label(visits)'], time: {} }),
      get('/api/console/api_server?sense_version=x&apis=es_6_0'),
    ],
  }),
];
