import { filePost, formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  fieldHas,
  fieldIs,
  hasHeader,
  headerHas,
  pathHas,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const fortinetRules = [
  detection({
    ref: 'managed-fortinet-language-file',
    description:
      'Fortinet FortiOS: reads sessions with the language of the portal (CVE-2018-13379)',
    categories: ['fortinet', 'directory-traversal', 'information-disclosure', 'cve-2018-13379'],
    expression: allOf(pathHas('/remote/fgt_lang'), fieldHas('lang', '/', '\\')),
    matching: [
      get('/remote/fgt_lang?lang=/../../../..//////////dev/cmdb/sslvpn_websession'),
      get('/remote/fgt_lang?lang=%2f..%2f..%2fdev'),
    ],
    other: [get('/remote/fgt_lang?lang=en'), get('/remote/login?lang=/x')],
  }),
  detection({
    ref: 'managed-fortinet-local-request',
    description:
      'Fortinet FortiOS, FortiProxy: poses as a request of the device itself (CVE-2022-40684)',
    categories: ['fortinet', 'authentication-bypass', 'header', 'cve-2022-40684'],
    expression: allOf(
      pathHas('/api/v2/'),
      anyOf('http.user_agent contains "Report Runner"', 'http.user_agent contains "Node.js"'),
      hasHeader('forwarded'),
    ),
    matching: [
      send(
        'PUT',
        '/api/v2/cmdb/system/admin/admin',
        'application/json',
        '{"ssh-public-key1":"\\"ssh-rsa x\\""}',
        {
          'user-agent': 'Report Runner',
          forwarded: 'for="[127.0.0.1]:8000";by="[127.0.0.1]:9000";',
        },
      ),
      get('/api/v2/cmdb/system/admin', {
        'user-agent': 'Node.js',
        forwarded: 'by="[127.0.0.1]:80";for="[127.0.0.1]:49490";proto=http;host=',
      }),
    ],
    other: [
      get('/api/v2/cmdb/system/admin', { 'user-agent': 'Mozilla/5.0' }),
      get('/api/v2/items', { 'user-agent': 'Node.js' }),
    ],
  }),
  detection({
    ref: 'managed-fortinet-portal-password',
    description:
      'Fortinet FortiOS: changes the password of any user with a fixed value (CVE-2018-13382)',
    categories: ['fortinet', 'authentication-bypass', 'backdoor', 'cve-2018-13382'],
    expression: allOf(pathHas('/remote/logincheck'), fieldIs('magic', '4tinet2095866')),
    matching: [
      formPost('/remote/logincheck', {
        ajax: '1',
        username: 'ada',
        magic: '4tinet2095866',
        credential2: 'x',
      }),
      get('/remote/logincheck?magic=4tinet2095866'),
    ],
    other: [
      formPost('/remote/logincheck', { ajax: '1', username: 'ada', credential: 'x' }),
      formPost('/login', { magic: '4tinet2095866' }),
    ],
  }),
  detection({
    ref: 'managed-fortinet-console-token',
    description:
      'Fortinet FortiOS, FortiProxy: opens the console with a token that any value satisfies (CVE-2024-55591, CVE-2025-24472)',
    categories: ['fortinet', 'authentication-bypass', 'cve-2024-55591', 'cve-2025-24472'],
    expression: queryHas('local_access_token'),
    matching: [
      get('/ws/cli/open?cols=162&rows=100&local_access_token=x'),
      get('/service-worker.js?local_access_token=watchTowr'),
    ],
    other: [get('/ws/cli/open?cols=162&rows=100'), get('/app?access_token=x')],
  }),
  detection({
    ref: 'managed-fortinet-fortiweb-sql',
    description: 'Fortinet FortiWeb: SQL in the token of the fabric API (CVE-2025-25257)',
    categories: ['fortinet', 'sql-injection', 'header', 'cve-2025-25257'],
    expression: allOf(pathHas('/api/fabric/'), headerHas('authorization', "'", '/*')),
    matching: [
      get('/api/fabric/device/status', { authorization: "Bearer x'/**/or/**/'1'='1" }),
      get('/api/fabric/authenticate', { authorization: "Bearer ';select" }),
    ],
    other: [
      get('/api/fabric/device/status', { authorization: 'Bearer 5f3a9c' }),
      get('/api/fabrics', { authorization: 'Basic x' }),
    ],
  }),
  detection({
    ref: 'managed-fortinet-fortiweb-cgi',
    description:
      'Fortinet FortiWeb: reaches the internal CGI and names the user to act as (CVE-2025-64446)',
    categories: ['fortinet', 'directory-traversal', 'authentication-bypass', 'cve-2025-64446'],
    expression: anyOf(
      rawPathHas('/fwbcgi'),
      allOf(pathHas('/api/v2.0/', '/cgi-bin/'), hasHeader('cgiinfo')),
    ),
    matching: [
      jsonPost(
        '/api/v2.0/cmdb/system/admin%3f/../../../../../cgi-bin/fwbcgi',
        { data: { name: 'eve' } },
        { cgiinfo: 'eyJ1c2VybmFtZSI6ImFkbWluIn0=' },
      ),
      jsonPost('/api/v2.0/cmdb/system/admin', {}, { cgiinfo: 'x' }),
    ],
    other: [get('/api/v2.0/cmdb/system/admin'), get('/cgi-bin/status')],
  }),
  detection({
    ref: 'managed-fortinet-fortinac-upload',
    description: 'Fortinet FortiNAC: writes files with the upload of a key (CVE-2022-39952)',
    categories: ['fortinet', 'file-upload', 'remote-code-execution', 'cve-2022-39952'],
    expression: pathHas('/configwizard/keyupload.jsp'),
    matching: [
      filePost('/configWizard/keyUpload.jsp', 'payload.zip'),
      get('/configWizard/keyUpload.jsp'),
    ],
    other: [get('/configWizard/index.jsp'), filePost('/keys', 'key.zip')],
  }),
];
