import { formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  decodedQueryHas,
  fieldHas,
  fieldMatches,
  methodIs,
  not,
  outsideSources,
  pathHas,
  pathMatches,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Remote support, printing and monitoring. */
export const managementToolRules = [
  detection({
    ref: 'managed-screenconnect-setup',
    description:
      'ConnectWise ScreenConnect: opens the set-up again with a slash after the page (CVE-2024-1709)',
    categories: ['screenconnect', 'authentication-bypass', 'cve-2024-1709'],
    expression: pathHas('/setupwizard.aspx/'),
    matching: [
      get('/SetupWizard.aspx/x'),
      formPost('/SetupWizard.aspx/', { ctl00$Main$wizard$userNameBox: 'eve' }),
    ],
    other: [get('/SetupWizard.aspx'), get('/Login?Reason=0')],
  }),
  detection({
    ref: 'managed-screenconnect-extension',
    description:
      'ConnectWise ScreenConnect: installs an extension that writes outside of its folder (CVE-2024-1708)',
    categories: ['screenconnect', 'directory-traversal', 'file-upload', 'cve-2024-1708'],
    action: 'log',
    expression: pathHas('/services/extensionservice.ashx/installextension'),
    matching: [
      jsonPost('/Services/ExtensionService.ashx/InstallExtension', ['UEsDBBQAAAAI']),
      send(
        'POST',
        '/App_Extensions/../Services/ExtensionService.ashx/InstallExtension',
        'application/json',
        '[]',
      ),
    ],
    other: [
      jsonPost('/Services/ExtensionService.ashx/GetExtensionInfos', []),
      get('/App_Extensions/x.css'),
    ],
  }),
  detection({
    ref: 'managed-papercut-setup',
    description: 'PaperCut: logs in as the administrator at the end of the set-up (CVE-2023-27350)',
    categories: ['papercut', 'authentication-bypass', 'remote-code-execution', 'cve-2023-27350'],
    expression: allOf(queryHas('service=', 'setupcompleted'), decodedQueryHas('setupcompleted')),
    matching: [
      get('/app?service=page/SetupCompleted'),
      formPost('/app?service=direct/1/SetupCompleted/$Form', { $Submit: 'Login' }),
    ],
    other: [get('/app?service=page/Home'), get('/app?service=page/Dashboard')],
  }),
  detection({
    ref: 'managed-solarwinds-orion-suffix',
    description:
      'SolarWinds Orion: skips authentication with the name of a static file behind an API (CVE-2020-10148)',
    categories: ['solarwinds', 'authentication-bypass', 'cve-2020-10148'],
    expression: allOf(
      pathHas('/api/', '/orion/', '/web.config', '/swnetperfmon.db'),
      pathHas('.i18n.ashx', 'webresource.axd', 'scriptresource.axd', 'skipi18n'),
      not(pathMatches('^/(?:webresource|scriptresource)\\.axd$')),
    ),
    matching: [get('/web.config.i18n.ashx?l=en-us&v=1'), get('/api/Users/WebResource.axd')],
    other: [get('/WebResource.axd?d=5f'), get('/Orion/Login.aspx')],
  }),
  detection({
    ref: 'managed-whatsup-gold-report',
    description:
      'Progress WhatsUp Gold: runs commands or reads passwords without authentication (CVE-2024-4885, CVE-2024-6670)',
    categories: [
      'whatsup-gold',
      'authentication-bypass',
      'remote-code-execution',
      'cve-2024-4885',
      'cve-2024-6670',
    ],
    expression: allOf(
      pathHas(
        '/nmapi/recurringreport',
        '/nmconsole/wugsystemappsettings/',
        '/nmconsole/platform/performancemonitorerrors/',
      ),
      anyOf(methodIs('POST'), bodyHas("'", '{')),
    ),
    matching: [
      jsonPost('/NmAPI/RecurringReport', { Renderer: 'file://\\x' }),
      jsonPost('/NmConsole/Platform/PerformanceMonitorErrors/HasErrors', {
        classId: "DF215E10';UPDATE ProActiveAlert SET x=1;--",
      }),
    ],
    other: [get('/NmConsole/'), get('/NmAPI/RecurringReport?wsdl')],
  }),
  detection({
    ref: 'managed-cacti-remote-agent',
    description: 'Cacti: runs commands with the number of a poller (CVE-2022-46169)',
    categories: ['php', 'cacti', 'command-injection', 'cve-2022-46169'],
    expression: allOf(pathHas('/remote_agent.php'), fieldMatches('poller_id', '[^0-9]')),
    matching: [
      get('/remote_agent.php?action=polldata&local_data_ids[0]=6&host_id=1&poller_id=%60id%60', {
        'x-forwarded-for': '127.0.0.1',
      }),
      get('/cacti/remote_agent.php?action=polldata&poller_id=1;id'),
    ],
    other: [
      get('/cacti/remote_agent.php?action=polldata&local_data_ids[]=6&host_id=1&poller_id=1'),
      get('/agent?poller_id=a'),
    ],
  }),
  detection({
    ref: 'managed-zabbix-graph-sql',
    description: 'Zabbix: SQL in the number of a profile (CVE-2016-10134)',
    categories: ['php', 'zabbix', 'sql-injection', 'cve-2016-10134'],
    expression: allOf(
      pathHas('/jsrpc.php', '/latest.php'),
      anyOf(fieldMatches('profileIdx2', '[^0-9]'), fieldMatches('toggle_ids[]', '[^0-9]')),
    ),
    matching: [
      get(
        '/jsrpc.php?type=0&mode=1&method=screen.get&profileIdx=web.item.graph&resourcetype=17&profileIdx2=updatexml(0,concat(0xa,user()),0)',
      ),
      get("/zabbix/latest.php?output=ajax&toggle_ids[]=15385');select"),
    ],
    other: [
      get('/jsrpc.php?type=0&mode=1&method=screen.get&profileIdx=web.item.graph&profileIdx2=23269'),
      get('/zabbix/latest.php?filter_set=1'),
    ],
  }),
  detection({
    ref: 'managed-glpi-htmlawed',
    description: 'GLPI: calls any function with a test page of a library (CVE-2022-35914)',
    categories: ['php', 'glpi', 'code-injection', 'remote-code-execution', 'cve-2022-35914'],
    expression: allOf(pathHas('/htmlawed/htmlawedtest.php'), outsideSources('htmlawed')),
    matching: [
      formPost('/vendor/htmlawed/htmlawed/htmLawedTest.php', {
        text: 'id',
        hhook: 'exec',
        sid: 'x',
      }),
      get('/glpi/vendor/htmlawed/htmlawed/htmLawedTest.php'),
    ],
    other: [
      get('/ada/glpi/blob/main/vendor/htmlawed/htmlawed/htmLawedTest.php'),
      get('/glpi/front/ticket.php'),
      get('/docs/htmlawed'),
    ],
  }),
  detection({
    ref: 'managed-webmin-password-change',
    description:
      'Webmin: runs commands with the change of an expired password (CVE-2019-15107, CVE-2019-15231)',
    categories: ['webmin', 'command-injection', 'backdoor', 'cve-2019-15107', 'cve-2019-15231'],
    action: 'log',
    expression: allOf(
      pathHas('/password_change.cgi'),
      anyOf(fieldHas('old', '|'), fieldHas('expired', '|', ';', '`'), fieldHas('user', '|')),
    ),
    matching: [
      formPost('/password_change.cgi', {
        user: 'x',
        pam: '',
        expired: '2',
        old: 'test|id',
        new1: 'a',
        new2: 'a',
      }),
      formPost('/password_change.cgi', { expired: '`id`' }),
    ],
    other: [
      formPost('/password_change.cgi', {
        user: 'ada',
        old: 'secret',
        new1: 'other',
        new2: 'other',
      }),
      get('/session_login.cgi'),
    ],
  }),
  detection({
    ref: 'managed-control-web-panel-login',
    description:
      'Control Web Panel: runs commands with the name of a login or the mode of a file (CVE-2022-44877, CVE-2025-48703)',
    categories: ['control-web-panel', 'command-injection', 'cve-2022-44877', 'cve-2025-48703'],
    expression: anyOf(
      allOf(pathHas('/login/index.php'), fieldMatches('login', '\\$\\(|`|\\$\\{')),
      allOf(queryHas('acc=changeperm'), fieldMatches('t_total', '[^0-9]')),
    ),
    matching: [
      formPost('/login/index.php?login=$(echo${IFS}x)', {
        username: 'root',
        password: 'x',
        commit: 'Login',
      }),
      formPost('/myuser/index.php?module=filemanager&acc=changePerm', {
        fileName: 'a',
        t_total: '644;id',
      }),
    ],
    other: [
      formPost('/login/index.php?login=failed', { username: 'ada' }),
      formPost('/myuser/index.php?module=filemanager&acc=changePerm', {
        fileName: 'a',
        t_total: '644',
      }),
    ],
  }),
];
