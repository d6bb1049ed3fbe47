import { formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  decodedUriHas,
  fieldHas,
  fieldMatches,
  hasField,
  headerHas,
  headerMatches,
  methodIs,
  pathHas,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const fileTransferRules = [
  detection({
    ref: 'managed-moveit-forwarded-action',
    description:
      'Progress MOVEit Transfer: sets variables of a session with an internal request (CVE-2023-34362, CVE-2023-35036, CVE-2023-35708)',
    categories: [
      'moveit',
      'sql-injection',
      'authentication-bypass',
      'cve-2023-34362',
      'cve-2023-35036',
      'cve-2023-35708',
    ],
    expression: anyOf(
      allOf(pathHas('/moveitisapi/moveitisapi.dll'), queryHas('action=m2')),
      allOf(
        pathHas('/machine2.aspx', '/guestaccess.aspx'),
        'any(lower(http.request.headers.names[*])[*] contains "x-silock")',
      ),
    ),
    matching: [
      send('POST', '/moveitisapi/moveitisapi.dll?action=m2', 'text/plain', '', {
        'x-silock-transaction': 'folder_add_by_path',
        'xx-silock-transaction': 'session_setvars',
      }),
      get('/machine2.aspx', { 'x-silock-sessvar0': 'MyPkgAccessCode: 123' }),
    ],
    other: [get('/moveitisapi/moveitisapi.dll?action=capa'), get('/guestaccess.aspx')],
  }),
  detection({
    ref: 'managed-moveit-web-shell',
    description:
      'Progress MOVEit Transfer: calls a web shell that attackers have left (CVE-2023-34362)',
    categories: ['moveit', 'backdoor', 'cve-2023-34362'],
    expression: pathHas('/human2.aspx', '/_human2.aspx'),
    matching: [get('/human2.aspx', { 'x-silock-comment': '5f' }), get('/moveit/human2.aspx')],
    other: [get('/human.aspx'), get('/humans.txt')],
  }),
  detection({
    ref: 'managed-goanywhere-licence',
    description:
      'Fortra GoAnywhere MFT: a serialised object as the response of a licence server (CVE-2023-0669, CVE-2025-10035)',
    categories: [
      'goanywhere',
      'deserialization',
      'remote-code-execution',
      'cve-2023-0669',
      'cve-2025-10035',
    ],
    expression: allOf(
      pathHas('/goanywhere/lic/accept', '/lic/accept'),
      anyOf(hasField('bundle'), methodIs('POST')),
    ),
    matching: [
      formPost('/goanywhere/lic/accept', { bundle: 'x$2' }),
      formPost('/goanywhere/lic/accept/5f3a9c2e', { bundle: 'rO0AB' }),
    ],
    other: [get('/goanywhere/lic/'), formPost('/goanywhere/auth/Login.xhtml', { user: 'ada' })],
  }),
  detection({
    ref: 'managed-goanywhere-account',
    description: 'Fortra GoAnywhere MFT: creates the first administrator again (CVE-2024-0204)',
    categories: ['goanywhere', 'authentication-bypass', 'cve-2024-0204'],
    expression: allOf(
      rawPathHas('/wizard/initialaccountsetup'),
      rawPathHas('..;', '%2e', '/../', ';'),
    ),
    matching: [
      get('/goanywhere/images/..;/wizard/InitialAccountSetup.xhtml'),
      formPost('/goanywhere/help/;/wizard/InitialAccountSetup.xhtml', { j_id: '1' }),
    ],
    other: [
      get('/goanywhere/wizard/InitialAccountSetup.xhtml'),
      get('/goanywhere/images/logo.png'),
    ],
  }),
  detection({
    ref: 'managed-crushftp-template',
    description: 'CrushFTP: reads files with a placeholder in a path (CVE-2024-4040)',
    categories: ['crushftp', 'template-injection', 'information-disclosure', 'cve-2024-4040'],
    expression: allOf(
      pathHas('/webinterface/'),
      decodedUriOrBody('<include>', '{working_dir}', '{hostname}', '%include%'),
    ),
    matching: [
      get(
        '/WebInterface/function/?command=zip&c2f=abcd&path=%3CINCLUDE%3E/etc/passwd%3C/INCLUDE%3E&names=*',
      ),
      formPost('/WebInterface/function/', { command: 'zip', path: '{working_dir}' }),
    ],
    other: [
      get('/WebInterface/function/?command=getUserName&c2f=abcd'),
      formPost('/WebInterface/function/', { command: 'zip', path: '/reports' }),
    ],
  }),
  detection({
    ref: 'managed-crushftp-signature',
    description: 'CrushFTP: logs in as any user with an incomplete AWS signature (CVE-2025-31161)',
    categories: ['crushftp', 'authentication-bypass', 'header', 'cve-2025-31161'],
    expression: allOf(
      pathHas('/webinterface/'),
      headerMatches('authorization', '^aws4-hmac-sha256 credential=[^/,]+/?$'),
    ),
    matching: [
      get('/WebInterface/function/?command=getUserList&serverGroup=MainUsers&c2f=1111', {
        authorization: 'AWS4-HMAC-SHA256 Credential=crushadmin/',
      }),
      get('/WebInterface/', { authorization: 'AWS4-HMAC-SHA256 Credential=ada' }),
    ],
    other: [
      get('/WebInterface/function/', {
        authorization:
          'AWS4-HMAC-SHA256 Credential=AKIA/20250501/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=5f',
      }),
      get('/WebInterface/login.html'),
    ],
  }),
  detection({
    ref: 'managed-wing-ftp-null-byte',
    description: 'Wing FTP: runs Lua behind a null byte in the user name (CVE-2025-47812)',
    categories: ['wing-ftp', 'code-injection', 'remote-code-execution', 'cve-2025-47812'],
    expression: allOf(pathHas('/loginok.html'), fieldMatches('username', '\\x00|\\]\\]')),
    matching: [
      formPost('/loginok.html', {
        username: 'anonymous\u0000]]\nlocal h = io.popen("id")\n--',
        password: '',
      }),
      formPost('/loginok.html', { username: 'a]]x', password: 'x' }),
    ],
    other: [formPost('/loginok.html', { username: 'ada', password: 'x[[]]' }), get('/login.html')],
  }),
  detection({
    ref: 'managed-cleo-synchronisation',
    description:
      'Cleo Harmony, VLTrader, LexiCom: write files with a synchronisation (CVE-2024-50623, CVE-2024-55956)',
    categories: ['cleo', 'directory-traversal', 'file-upload', 'cve-2024-50623', 'cve-2024-55956'],
    expression: allOf(
      pathHas('/synchronization'),
      headerHas('vlsync', 'path=', 'retrieve', 'add;', 'autorun'),
    ),
    matching: [
      send('POST', '/Synchronization', 'application/octet-stream', 'x', {
        vlsync: 'ADD;l=Ab1234-RQ0258;n=VLTrader;v=5.7.0.0;a=192.0.2.1;path=..\\..\\..\\temp\\a.txt',
      }),
      get('/Synchronization', { vlsync: 'Retrieve;l=x;path=/etc/passwd' }),
    ],
    other: [get('/Synchronization'), get('/api/synchronization', { 'x-sync': 'path=a' })],
  }),
  detection({
    ref: 'managed-aspera-faspex-package',
    description: 'IBM Aspera Faspex: a serialised object in a relayed package (CVE-2022-47986)',
    categories: ['aspera', 'deserialization', 'remote-code-execution', 'cve-2022-47986'],
    expression: pathHas('/package_relay/relay_package'),
    matching: [
      jsonPost('/aspera/faspex/package_relay/relay_package', {
        package_file_list: ['/'],
        external_emails: '\n---\n- !ruby/object:Gem::Installer\n',
      }),
      get('/package_relay/relay_package'),
    ],
    other: [get('/aspera/faspex/login'), jsonPost('/aspera/faspex/packages', { title: 'x' })],
  }),
  detection({
    ref: 'managed-serv-u-files',
    description:
      'SolarWinds Serv-U: reads files with the names of a folder and a file (CVE-2024-28995)',
    categories: ['solarwinds', 'directory-traversal', 'cve-2024-28995'],
    expression: allOf(
      queryHas('internaldir'),
      anyOf(
        fieldHas('InternalDir', '..', '\\', '/etc', '/programdata'),
        fieldHas('internaldir', '..'),
      ),
    ),
    matching: [
      get('/?InternalDir=/../../../../windows&InternalFile=win.ini'),
      get('/?InternalDir=%5C..%5C..%5Cetc&InternalFile=passwd'),
    ],
    other: [get('/?InternalDir=Images&InternalFile=logo.png'), get('/?q=internaldir')],
  }),
  detection({
    ref: 'managed-gladinet-files',
    description:
      'Gladinet CentreStack, Triofox: read files with the name of a temporary file (CVE-2025-11371)',
    categories: ['gladinet', 'directory-traversal', 'cve-2025-11371'],
    expression: allOf(
      pathHas('/storage/t.dn', '/storage/filesvr.dn'),
      anyOf(fieldHas('s', '..'), fieldHas('t', '..')),
    ),
    matching: [
      get(
        '/storage/t.dn?s=..%5C..%5C..%5CProgram+Files+(x86)%5CGladinet+Cloud+Enterprise%5Croot%5CWeb.config&sid=1',
      ),
      get('/storage/t.dn?s=../../web.config'),
    ],
    other: [get('/storage/t.dn?s=5f3a9c.tmp&sid=1'), get('/storage/a.txt?s=..')],
  }),
];

function decodedUriOrBody(...parts: readonly string[]): string {
  return anyOf(decodedUriHas(...parts), bodyHas(...parts));
}
