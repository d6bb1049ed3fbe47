import { formPost, get, send, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  cookieHas,
  decodedQueryHas,
  fieldHas,
  fieldHasShell,
  pathHas,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const ciscoRules = [
  detection({
    ref: 'managed-cisco-asa-files',
    description:
      'Cisco ASA, FTD: reads files of the portal with a table of translations (CVE-2020-3452)',
    categories: ['cisco', 'directory-traversal', 'cve-2020-3452'],
    expression: allOf(rawPathHas('+cscot+/', '%2bcscot%2b/'), decodedQueryHas('cscoe', '..', '=/')),
    matching: [
      get(
        '/+CSCOT+/translation-table?type=mst&textdomain=/%2bCSCOE%2b/portal_inc.lua&default-language&lang=../',
      ),
      get(
        '/+CSCOT+/oem-customization?app=AnyConnect&type=oem&platform=..&resource-type=..&name=%2bCSCOE%2b/portal_inc.lua',
      ),
    ],
    other: [
      get('/+CSCOT+/translation-table?type=mst&textdomain=AnyConnect&lang=en'),
      get('/+CSCOE+/logon.html'),
    ],
  }),
  detection({
    ref: 'managed-cisco-asa-sessions',
    description:
      'Cisco ASA, FTD: lists files and sessions through an open folder (CVE-2018-0296, CVE-2025-20362)',
    categories: [
      'cisco',
      'directory-traversal',
      'information-disclosure',
      'cve-2018-0296',
      'cve-2025-20362',
    ],
    expression: allOf(rawPathHas('+cscou+/', '%2bcscou%2b/'), rawPathHas('../', '%2e%2e', '..%2f')),
    matching: [
      get('/+CSCOU+/../+CSCOE+/files/file_list.json?path=/sessions'),
      get('/+CSCOU+//../+CSCOE+/files/file_action.html?mode=upload&path='),
    ],
    other: [get('/+CSCOU+/csco_logo.gif'), get('/+CSCOE+/logon.html')],
  }),
  detection({
    ref: 'managed-cisco-ios-xe-web',
    description:
      'Cisco IOS XE: creates an administrator or calls the implant of attackers (CVE-2023-20198, CVE-2023-20273)',
    categories: ['cisco', 'authentication-bypass', 'backdoor', 'cve-2023-20198', 'cve-2023-20273'],
    expression: anyOf(
      rawPathHas('%2577ebui', 'webui_wsma_http', '%77ebui_wsma'),
      allOf(pathHas('/webui/logoutconfirm.html'), queryHas('logon_hash', 'menu=')),
    ),
    matching: [
      xmlPost(
        '/%2577ebui_wsma_Http',
        '<SOAP:Envelope><request xmlns="urn:cisco:wsma-config"/></SOAP:Envelope>',
      ),
      send('POST', '/webui/logoutconfirm.html?logon_hash=1', 'text/plain', ''),
    ],
    other: [get('/webui/login.html'), get('/webui/logoutconfirm.html')],
  }),
  detection({
    ref: 'managed-cisco-rv-configuration',
    description: 'Cisco RV routers: reads the configuration without authentication (CVE-2019-1653)',
    categories: ['cisco', 'information-disclosure', 'cve-2019-1653'],
    expression: pathHas('/cgi-bin/config.exp', '/cgi-bin/export_debug_msg.exp'),
    matching: [
      get('/cgi-bin/config.exp'),
      formPost('/cgi-bin/export_debug_msg.exp', { submitdebugmsg: '1' }),
    ],
    other: [get('/cgi-bin/config'), get('/config.expert')],
  }),
  detection({
    ref: 'managed-cisco-rv-upload',
    description:
      'Cisco RV routers: uploads files and runs commands without authentication (CVE-2021-1472, CVE-2021-1473, CVE-2022-20705, CVE-2022-20707)',
    categories: [
      'cisco',
      'authentication-bypass',
      'command-injection',
      'cve-2021-1472',
      'cve-2021-1473',
      'cve-2022-20705',
      'cve-2022-20707',
    ],
    expression: allOf(
      pathHas('/upload', '/jsonrpc', '/form-file-upload', '/api/operations/ciscosb-file'),
      anyOf(
        cookieHas('sessionid=../', 'sessionid=%2e%2e', "sessionid='", 'sessionid=`'),
        allOf(
          cookieHas('sessionid='),
          'lower(http.cookie) matches r"sessionid=[^;]{0,99}(?:`|[$][(]|[.][.]/)"',
        ),
      ),
    ),
    matching: [
      uploadWith('/upload', { cookie: "sessionid='`id`'" }),
      uploadWith('/api/operations/ciscosb-file:form-file-upload', {
        cookie: 'sessionid=../../www/index.html',
      }),
    ],
    other: [
      uploadWith('/upload', { cookie: 'sessionid=Y2lzY28vMTAuMC4wLjE=' }),
      uploadWith('/upload', { cookie: 'lang=../x' }),
    ],
  }),
  detection({
    ref: 'managed-cisco-hyperflex',
    description:
      'Cisco HyperFlex: runs commands with a token or a password (CVE-2021-1497, CVE-2021-1498)',
    categories: ['cisco', 'command-injection', 'cve-2021-1497', 'cve-2021-1498'],
    expression: anyOf(
      allOf(pathHas('/storfs-asup'), fieldHasShell('token', 'mode', 'action')),
      allOf(pathHas('/auth/change'), fieldHas('password', '$(', '`', ');')),
    ),
    matching: [
      formPost('/storfs-asup', { action: 'asupcmd', token: '`id`', mode: 'x' }),
      formPost('/auth/change', {
        username: 'root',
        password: "123',root,$6$x);import os;os.system('id')",
      }),
    ],
    other: [
      formPost('/storfs-asup', { action: 'status', token: '5f3a' }),
      formPost('/auth/change', { username: 'ada', password: 'p4ss&word' }),
    ],
  }),
  detection({
    ref: 'managed-cisco-ise-rpc',
    description:
      'Cisco ISE: runs commands with a method for deployments (CVE-2025-20281, CVE-2025-20337)',
    categories: [
      'cisco',
      'command-injection',
      'deserialization',
      'cve-2025-20281',
      'cve-2025-20337',
    ],
    expression: pathHas('/deployment-rpc/enablestrongswantunnel', '/deployment-rpc/'),
    matching: [
      send('POST', '/deployment-rpc/enableStrongSwanTunnel', 'application/octet-stream', 'x'),
      get('/deployment-rpc/x'),
    ],
    other: [get('/admin/login.jsp'), get('/ers/config/node')],
  }),
];

function uploadWith(target: string, headers: Readonly<Record<string, string>>) {
  return send(
    'POST',
    target,
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.xml"\r\n\r\nx\r\n--b--\r\n',
    headers,
  );
}
