import { formPost, get, send } from '../../../request-samples.ts';
import {
  allOf,
  cookieHas,
  decodedQueryHas,
  hasHeader,
  headerHas,
  pathHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const panOsRules = [
  detection({
    ref: 'managed-pan-os-session-file',
    description:
      'PAN-OS GlobalProtect: writes a file whose name is a command, with a cookie (CVE-2024-3400)',
    categories: [
      'palo-alto-networks',
      'pan-os',
      'command-injection',
      'directory-traversal',
      'cve-2024-3400',
    ],
    expression: allOf(
      cookieHas('sessid='),
      'lower(url_decode(http.cookie, "r")) matches r"sessid=[^;]{0,20}(?:[.][.]/|/[.]|`|[$][({])"',
    ),
    matching: [
      get('/global-protect/login.esp', {
        cookie: 'SESSID=/../../../var/appweb/sslvpndocs/global-protect/portal/images/x.txt',
      }),
      get('/ssl-vpn/hipreport.esp', {
        cookie: 'SESSID=./../../../opt/panlogs/tmp/device_telemetry/minute/`id`',
      }),
    ],
    other: [
      get('/global-protect/login.esp', { cookie: 'SESSID=5f3a9c2e-1b' }),
      get('/', { cookie: 'PHPSESSID=abc; path=../x' }),
    ],
  }),
  detection({
    ref: 'managed-pan-os-authentication-header',
    description: 'PAN-OS: switches authentication off with a header (CVE-2024-0012, CVE-2024-9474)',
    categories: [
      'palo-alto-networks',
      'pan-os',
      'authentication-bypass',
      'header',
      'cve-2024-0012',
      'cve-2024-9474',
    ],
    expression: allOf(hasHeader('x-pan-authcheck'), headerHas('x-pan-authcheck', 'off')),
    matching: [
      get('/php/ztp_gate.php/.js.map', { 'x-pan-authcheck': 'off' }),
      emptyForm('/php/utils/createRemoteAppwebSession.php/x.js.map', { 'x-pan-authcheck': 'OFF' }),
    ],
    other: [get('/php/login.php', { 'x-pan-authcheck': 'on' }), get('/php/login.php')],
  }),
  detection({
    ref: 'managed-pan-os-encoded-path',
    description:
      'PAN-OS: reaches scripts of the administration through an open path (CVE-2025-0108)',
    categories: [
      'palo-alto-networks',
      'pan-os',
      'authentication-bypass',
      'directory-traversal',
      'cve-2025-0108',
    ],
    expression: allOf(rawPathHas('/unauth/'), rawPathHas('%252e', '%2e', '/../')),
    matching: [
      get('/unauth/%252e%252e/php/ztp_gate.php/PAN_help/x.css'),
      get('/unauth/%2e%2e/php/x.php'),
    ],
    other: [get('/unauth/php/login.php'), get('/unauth/style.css')],
  }),
  detection({
    ref: 'managed-pan-os-device-context',
    description: 'PAN-OS: writes a session with the device that a page names (CVE-2017-15944)',
    categories: [
      'palo-alto-networks',
      'pan-os',
      'authentication-bypass',
      'remote-code-execution',
      'cve-2017-15944',
    ],
    expression: allOf(
      pathHas('/esp/cms_changedevicecontext.esp'),
      decodedQueryHas('"', "'", '|s.'),
    ),
    matching: [
      get('/esp/cms_changeDeviceContext.esp?device=aaaaa:a%27%22;user|s.%221337%22;'),
      get('/esp/cms_changeDeviceContext.esp?device=a%22x'),
    ],
    other: [get('/esp/cms_changeDeviceContext.esp?device=001234567890'), get('/esp/login.esp')],
  }),
  detection({
    ref: 'managed-pan-expedition-reset',
    description:
      'Palo Alto Networks Expedition: resets the password of the administrator (CVE-2024-5910)',
    categories: ['palo-alto-networks', 'authentication-bypass', 'cve-2024-5910'],
    expression: pathHas('/os/startup/restore/restoreadmin.php'),
    matching: [
      get('/OS/startup/restore/restoreAdmin.php'),
      formPost('/OS/startup/restore/restoreAdmin.php', { x: '1' }),
    ],
    other: [get('/OS/login.php'), get('/startup/restore')],
  }),
];

/** A form without fields, with headers. */
function emptyForm(target: string, headers: Readonly<Record<string, string>>) {
  return send('POST', target, 'application/x-www-form-urlencoded', 'user=x', headers);
}
