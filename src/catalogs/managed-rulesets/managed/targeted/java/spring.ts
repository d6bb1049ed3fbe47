import { formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyFieldName,
  anyOf,
  bodyHas,
  bodyMatches,
  hasHeader,
  headerHas,
  methodIs,
  pathHas,
  pathMatches,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { anyStrength, attack, detection } from '../targeted-rule.ts';

export const springRules = [
  attack({
    ref: 'managed-spring-class-loader',
    description:
      'Spring: changes the class loader with nested properties of a form (Spring4Shell, CVE-2022-22965)',
    categories: ['spring', 'tomcat', 'remote-code-execution', 'cve-2022-22965'],
    finds: { families: ['java'], strengths: anyStrength },
    expression: anyOf(
      anyFieldName('^class[.\\[].*classloader'),
      anyFieldName('^class\\.module\\.'),
    ),
    matching: [
      get('/greeting?class.module.classLoader.resources.context.parent.pipeline.first.suffix=.jsp'),
      formPost('/users', {
        'class.module.classLoader.resources.context.parent.pipeline.first.pattern': '%{c}i',
        name: 'x',
      }),
    ],
    other: [
      get('/lessons?class=java&module=classloader'),
      formPost('/users', { 'class.name': 'Biology', name: 'ada' }),
    ],
  }),
  detection({
    ref: 'managed-java-class-loader-query',
    description:
      'Struts and Spring: change the class loader with an argument (CVE-2014-0094, CVE-2014-0112, CVE-2014-0114, CVE-2022-22965)',
    categories: [
      'spring',
      'struts',
      'java',
      'remote-code-execution',
      'cve-2014-0094',
      'cve-2014-0112',
      'cve-2014-0114',
      'cve-2022-22965',
    ],
    expression: allOf(
      queryHas('classloader', 'class%2e', 'class[', 'class%5b'),
      anyFieldName('class[^a-z0-9]{1,4}(?:module[^a-z0-9]{1,4})?classloader'),
    ),
    matching: [
      get('/login.action?class.classLoader.resources.dirContext.docBase=//192.0.2.1/x'),
      get("/index.do?class['classLoader'].jarPath=x"),
      get('/?class.module.classLoader.DefaultAssertionStatus=nonsense'),
    ],
    other: [get('/docs?topic=ClassLoader'), get('/search?q=class.classLoader')],
  }),
  detection({
    ref: 'managed-spring-cloud-function',
    description: 'Spring Cloud Function: runs an expression in a routing header (CVE-2022-22963)',
    categories: ['spring', 'code-injection', 'remote-code-execution', 'header', 'cve-2022-22963'],
    expression: allOf(
      hasHeader('spring.cloud.function.routing-expression'),
      headerHas('spring.cloud.function.routing-expression', '('),
    ),
    matching: [
      send('POST', '/functionRouter', 'text/plain', 'x', {
        'spring.cloud.function.routing-expression': 'T(java.lang.Runtime).getRuntime().exec("id")',
      }),
      send('POST', '/api', 'text/plain', 'x', {
        'spring.cloud.function.routing-expression': 'new java.lang.ProcessBuilder("id").start()',
      }),
    ],
    other: [
      send('POST', '/functionRouter', 'text/plain', 'x', {
        'spring.cloud.function.routing-expression': 'headers.type',
      }),
      send('POST', '/functionRouter', 'text/plain', 'x'),
    ],
  }),
  detection({
    ref: 'managed-spring-cloud-gateway',
    description: 'Spring Cloud Gateway: adds a route with an expression (CVE-2022-22947)',
    categories: ['spring', 'code-injection', 'remote-code-execution', 'cve-2022-22947'],
    expression: allOf(pathHas('/gateway/routes'), bodyHas('#{')),
    matching: [
      jsonPost('/actuator/gateway/routes/x', {
        id: 'x',
        filters: [
          {
            name: 'AddResponseHeader',
            args: { name: 'r', value: '#{T(java.lang.Runtime).getRuntime().exec("id")}' },
          },
        ],
        uri: 'http://a.test',
      }),
      jsonPost('/admin/gateway/routes/y', {
        predicates: [{ name: 'Path', args: { _genkey_0: '#{7*7}' } }],
      }),
    ],
    other: [
      jsonPost('/actuator/gateway/routes/shop', {
        id: 'shop',
        uri: 'http://shop',
        predicates: [{ name: 'Path', args: { pattern: '/shop/**' } }],
      }),
      get('/actuator/gateway/routes'),
    ],
  }),
  detection({
    ref: 'managed-spring-actuator',
    description:
      'Spring Boot: reads memory, variables or sessions, or changes settings, with the actuator',
    categories: ['spring', 'information-disclosure', 'broken-access-control'],
    action: 'log',
    expression: allOf(
      pathHas('actuator/', '/jolokia', '/heapdump'),
      pathMatches(
        '(?:/actuator/(?:heapdump|env|configprops|threaddump|httptrace|sessions|shutdown|refresh|restart|logfile|jolokia|gateway|beans|mappings)(?:/|$)|^/jolokia(?:/|$)|^/heapdump$)',
      ),
    ),
    matching: [get('/actuator/env'), get('/api/actuator/heapdump'), get('/jolokia/list')],
    other: [get('/actuator/health'), get('/actuator/prometheus'), get('/docs/actuator')],
  }),
  detection({
    ref: 'managed-spring-actuator-bypass',
    description:
      'Spring Boot: reaches the actuator through a path parameter that hides it from rules of the proxy',
    categories: ['spring', 'authentication-bypass', 'information-disclosure'],
    expression: rawPathHas(
      ';/actuator',
      ';/jolokia',
      'actuator;/',
      'actuator/;/',
      '/%61ctuator',
      'actuator%2f',
      '/actuator/%65nv',
    ),
    matching: [get('/api/..;/actuator/heapdump'), get('/x;/actuator/env'), get('/actuator;/env')],
    other: [get('/actuator/health'), get('/cart;jsessionid=5F/items')],
  }),
  attack({
    ref: 'managed-spring-data-property-path',
    description: 'Spring Data Commons: runs an expression in the name of a field (CVE-2018-1273)',
    categories: ['spring', 'code-injection', 'remote-code-execution', 'cve-2018-1273'],
    finds: { families: ['java', 'template'], strengths: anyStrength },
    expression: allOf(
      anyFieldName('\\[ *(?:#|t *\\(|new )'),
      anyFieldName('getclass|java\\.|#this|processbuilder|runtime'),
    ),
    matching: [
      formPost('/users?page=0&size=5', {
        'username[#this.getClass().forName("java.lang.Runtime").getRuntime().exec("id")]': '',
      }),
      formPost('/accounts', { 'name[T(java.lang.Runtime).getRuntime()]': 'x' }),
    ],
    other: [
      formPost('/users', { 'username[0]': '#this', 'address[city]': 'Paris' }),
      formPost('/users', { 'items[new]': '1' }),
    ],
  }),
  detection({
    ref: 'managed-spring-data-rest-patch',
    description: 'Spring Data REST: runs an expression in the path of a JSON patch (CVE-2017-8046)',
    categories: ['spring', 'code-injection', 'remote-code-execution', 'cve-2017-8046'],
    expression: allOf(
      methodIs('PATCH'),
      headerHas('content-type', 'json-patch'),
      bodyMatches(
        '"(?:path|from)" *: *"[^"]{0,300}(?:t *\\(|#this|getruntime|processbuilder|getclass)',
      ),
    ),
    matching: [
      send(
        'PATCH',
        '/customers/1',
        'application/json-patch+json',
        '[{"op":"replace","path":"T(java.lang.Runtime).getRuntime().exec(new java.lang.String(new byte[]{105,100}))/lastname","value":"x"}]',
      ),
      send(
        'PATCH',
        '/items/2',
        'application/json-patch+json',
        '[{"op":"add","path":"/name.getClass().x","value":""}]',
      ),
    ],
    other: [
      send(
        'PATCH',
        '/customers/1',
        'application/json-patch+json',
        '[{"op":"replace","path":"/lastname","value":"T(x)"}]',
      ),
      send('PATCH', '/customers/1', 'application/json', '{"lastname":"Runtime"}'),
    ],
  }),
  detection({
    ref: 'managed-spring-cloud-config-files',
    description:
      'Spring Cloud Config: reads files with encoded dots in the name of a branch (CVE-2019-3799, CVE-2020-5405, CVE-2020-5410)',
    categories: [
      'spring',
      'directory-traversal',
      'cve-2019-3799',
      'cve-2020-5405',
      'cve-2020-5410',
    ],
    expression: allOf(rawPathHas('%252f', '(_)'), rawPathHas('..', '%252e')),
    matching: [
      get('/a/b/master/..%252F..%252F..%252Fetc%252fpasswd'),
      get('/..%252F..%252Fetc%252Fpasswd%23a/b'),
      get('/a/b/..(_)..(_)etc/passwd'),
    ],
    other: [get('/files/a%252Fb.txt'), get('/shop/feature(_)cart/application.yml')],
  }),
];
