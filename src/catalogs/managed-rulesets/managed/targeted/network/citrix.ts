import { formPost, get, send, xmlPost } from '../../../request-samples.ts';
import { allOf, anyOf, fieldHas, headerHas, pathHas, queryHas, rawPathHas } from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const citrixRules = [
  detection({
    ref: 'managed-citrix-adc-templates',
    description:
      'Citrix ADC and Gateway: writes and runs templates through scripts of the portal (CVE-2019-19781)',
    categories: ['citrix', 'directory-traversal', 'remote-code-execution', 'cve-2019-19781'],
    expression: allOf(
      pathHas('/vpns/'),
      anyOf(rawPathHas('/../vpns', '%2e%2e/vpns', '/..%2fvpns'), headerHas('nsc_user', '../')),
    ),
    matching: [
      get('/vpn/../vpns/cfg/smb.conf'),
      get('/vpns/portal/scripts/picktheme.pl', {
        nsc_user: '../../../netscaler/portal/templates/a',
      }),
    ],
    other: [get('/vpn/index.html'), get('/vpns/portal/homepage.html', { nsc_user: 'ada' })],
  }),
  detection({
    ref: 'managed-citrix-adc-target-overflow',
    description: 'Citrix ADC and Gateway: overflows a buffer with a long target (CVE-2023-3519)',
    categories: ['citrix', 'remote-code-execution', 'cve-2023-3519'],
    expression: allOf(pathHas('/gwtest/formssso'), 'len(http.request.uri.query) gt 160'),
    matching: [
      get(`/gwtest/formssso?event=start&target=${'A'.repeat(200)}`),
      get(`/gwtest/formssso?target=${'%41'.repeat(90)}&event=start`),
    ],
    other: [
      get('/gwtest/formssso?event=start&target=abc'),
      get(`/gwtest/other?target=${'a'.repeat(300)}`),
    ],
  }),
  detection({
    ref: 'managed-citrix-bleed-host',
    description:
      'Citrix ADC and Gateway: reads memory with a very long host name (Citrix Bleed, CVE-2023-4966)',
    categories: ['citrix', 'information-disclosure', 'header', 'cve-2023-4966'],
    expression: allOf(
      pathHas(
        '/oauth/idp/.well-known/openid-configuration',
        '/oauth/rp/.well-known/openid-configuration',
      ),
      'len(http.host) gt 200',
    ),
    matching: [
      get('/oauth/idp/.well-known/openid-configuration', { host: 'a'.repeat(240) }),
      get('/oauth/rp/.well-known/openid-configuration', { host: `${'b'.repeat(220)}.test` }),
    ],
    other: [
      get('/oauth/idp/.well-known/openid-configuration'),
      get('/.well-known/openid-configuration', { host: 'login.example.com' }),
    ],
  }),
  detection({
    ref: 'managed-citrix-bleed-login',
    description:
      'Citrix ADC and Gateway: reads memory with a login field that has no value (Citrix Bleed 2, CVE-2025-5777)',
    categories: ['citrix', 'information-disclosure', 'cve-2025-5777'],
    expression: allOf(
      pathHas('/p/u/doauthentication.do'),
      'lower(http.request.body.raw) matches r"(?:^|&)login(?:&|$)"',
    ),
    matching: [
      send('POST', '/p/u/doAuthentication.do', 'application/x-www-form-urlencoded', 'login'),
      send(
        'POST',
        '/p/u/doAuthentication.do',
        'application/x-www-form-urlencoded',
        'passwd=a&login',
      ),
    ],
    other: [
      formPost('/p/u/doAuthentication.do', { login: 'ada', passwd: 'x' }),
      send('POST', '/p/u/getAuthenticationRequirements.do', 'text/plain', 'login'),
    ],
  }),
  detection({
    ref: 'managed-citrix-adc-report',
    description: 'Citrix ADC: creates a session without a password with a report (CVE-2020-8193)',
    categories: ['citrix', 'authentication-bypass', 'cve-2020-8193'],
    expression: allOf(pathHas('/pcidss/report'), queryHas('loginchallengeresponse', 'allprofiles')),
    matching: [
      xmlPost(
        '/pcidss/report?type=allprofiles&sid=loginchallengeresponse1requestbody&username=nsroot&set=1',
        '<appfwprofile><login></login></appfwprofile>',
      ),
      get('/pcidss/report?sid=loginchallengeresponse1requestbody'),
    ],
    other: [get('/pcidss/report'), get('/pcidss/report?type=summary')],
  }),
  detection({
    ref: 'managed-citrix-sharefile-upload',
    description:
      'Citrix ShareFile: uploads a script outside of the folder of uploads (CVE-2023-24489)',
    categories: ['citrix', 'sharefile', 'file-upload', 'directory-traversal', 'cve-2023-24489'],
    expression: allOf(
      pathHas('/documentum/upload.aspx', '/upload.aspx'),
      anyOf(fieldHas('uploadid', '../', '..\\'), fieldHas('filename', '../', '..\\')),
    ),
    matching: [
      send(
        'POST',
        '/documentum/upload.aspx?parentid=x&raw=1&unzip=on&uploadid=x%5C..%5C..%5C..%5Ccifs&filename=x.aspx',
        'text/plain',
        'x',
      ),
      send('POST', '/documentum/upload.aspx?uploadid=..%2f..%2fa', 'text/plain', 'x'),
    ],
    other: [
      send(
        'POST',
        '/documentum/upload.aspx?parentid=x&raw=1&uploadid=5f3a&filename=report.pdf',
        'text/plain',
        'x',
      ),
      get('/documentum/login.aspx'),
    ],
  }),
  detection({
    ref: 'managed-citrix-xenmobile-files',
    description: 'Citrix XenMobile: reads files with the download of help (CVE-2020-8209)',
    categories: ['citrix', 'directory-traversal', 'cve-2020-8209'],
    expression: allOf(pathHas('/jsp/help-sb-download.jsp'), fieldHas('sbFileName', '..')),
    matching: [
      get('/jsp/help-sb-download.jsp?sbFileName=../../../etc/passwd'),
      get('/jsp/help-sb-download.jsp?sbFileName=..%2f..%2fx'),
    ],
    other: [
      get('/jsp/help-sb-download.jsp?sbFileName=support.zip'),
      get('/jsp/login.jsp?sbFileName=..'),
    ],
  }),
];
