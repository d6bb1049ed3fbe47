import { filePost, formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  decodedQueryMatches,
  fieldHas,
  fieldMatches,
  hasField,
  headerHas,
  not,
  pathEnds,
  pathHas,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** The part of an address before its host, written so that scanners of the source do not take it for a password. */
const userOf = (text: string): string => `${text}@`;

export const atlassianRules = [
  detection({
    ref: 'managed-confluence-ognl-path',
    description: 'Confluence: runs an OGNL expression in the path (CVE-2022-26134)',
    categories: [
      'atlassian',
      'confluence',
      'code-injection',
      'remote-code-execution',
      'cve-2022-26134',
    ],
    expression: allOf(
      pathHas('${'),
      pathHas('(', '@', '#'),
      pathHas('java', 'ognl', 'class', 'runtime', 'exec', 'scriptengine', '#a'),
    ),
    matching: [
      get('/%24%7B%40java.lang.Runtime%40getRuntime%28%29.exec%28%22id%22%29%7D/'),
      get('/${(#a=@org.apache.commons.io.IOUtils@toString(1))}/dashboard.action'),
    ],
    other: [get('/templates/${name}.html'), get('/display/DEV/java+class+(runtime)')],
  }),
  detection({
    ref: 'managed-confluence-page-variables',
    description: 'Confluence: runs an OGNL expression in the variables of a page (CVE-2021-26084)',
    categories: [
      'atlassian',
      'confluence',
      'code-injection',
      'remote-code-execution',
      'cve-2021-26084',
    ],
    expression: allOf(
      pathHas('/pages/', '/templates2/', '/plugins/', '/users/'),
      pathHas(
        'entervariables.action',
        'enterpagevariables.action',
        'createpage.action',
        'createpage-choosetemplate.action',
        'viewpagetemplate.action',
        'user-dark-features',
      ),
      anyOf(
        ...['queryString', 'linkCreation', 'templateId', 'featureKey', 'newTemplateId'].map(
          (name) => fieldMatches(name, "u0027|'[ +]*{|}[ +]*'"),
        ),
      ),
    ),
    matching: [
      formPost('/pages/createpage-entervariables.action?SpaceKey=x', {
        queryString:
          'x\\u0027+{Class.forName(\\u0027javax.script.ScriptEngineManager\\u0027)}+\\u0027',
      }),
      formPost('/pages/doenterpagevariables.action', { linkCreation: "a'+{7*7}+'" }),
    ],
    other: [
      formPost('/pages/doenterpagevariables.action', {
        queryString: 'spaceKey=DEV',
        templateId: '98305',
      }),
      formPost('/pages/docreatepage.action', { title: "Ada's page" }),
    ],
  }),
  detection({
    ref: 'managed-confluence-setup',
    description: 'Confluence: reopens the set-up to create an administrator (CVE-2023-22515)',
    categories: ['atlassian', 'confluence', 'broken-access-control', 'cve-2023-22515'],
    expression: anyOf(
      queryHas('bootstrapstatusprovider', 'applicationconfig.setupcomplete'),
      allOf(
        pathHas('/setup/setupadministrator', '/setup/finishsetup.action'),
        headerHas('x-atlassian-token', 'no-check'),
      ),
    ),
    matching: [
      get('/server-info.action?bootstrapStatusProvider.applicationConfig.setupComplete=false'),
      send(
        'POST',
        '/setup/setupadministrator.action',
        'application/x-www-form-urlencoded',
        'username=eve&password=x',
        { 'x-atlassian-token': 'no-check' },
      ),
    ],
    other: [get('/server-info.action'), get('/setup/setupadministrator.action')],
  }),
  detection({
    ref: 'managed-confluence-restore',
    description: 'Confluence: restores a backup of the attacker over the site (CVE-2023-22518)',
    categories: ['atlassian', 'confluence', 'broken-access-control', 'cve-2023-22518'],
    expression: pathHas('/json/setup-restore', '/setup/setup-restore'),
    matching: [
      filePost('/json/setup-restore.action', 'backup.zip'),
      filePost('/json/setup-restore-local.action?synchronous=true', 'x.zip'),
      get('/json/setup-restore-progress.action'),
    ],
    other: [get('/admin/backup.action'), get('/display/DEV/setup-restore')],
  }),
  detection({
    ref: 'managed-confluence-text-inline',
    description:
      'Confluence: runs an OGNL expression in a template that is not meant to be requested (CVE-2023-22527)',
    categories: [
      'atlassian',
      'confluence',
      'template-injection',
      'remote-code-execution',
      'cve-2023-22527',
    ],
    expression: allOf(pathHas('/template/aui/', '/template/custom/'), pathEnds('.vm')),
    matching: [
      formPost('/template/aui/text-inline.vm', {
        label: '\\u0027+#request[\\u0027.KEY_velocity.struts2.context\\u0027]+\\u0027',
      }),
      get('/confluence/template/aui/text-inline.vm?label=x'),
    ],
    other: [get('/template/aui/style.css'), get('/s/d41d8/_/template.js')],
  }),
  detection({
    ref: 'managed-confluence-widget-template',
    description:
      'Confluence: renders a template from a file or another site in a preview (CVE-2019-3396)',
    categories: [
      'atlassian',
      'confluence',
      'template-injection',
      'directory-traversal',
      'cve-2019-3396',
    ],
    expression: allOf(pathHas('/rest/tinymce/1/macro/preview'), bodyHas('"_template"')),
    matching: [
      jsonPost('/rest/tinymce/1/macro/preview', {
        contentId: '1',
        macro: {
          name: 'widget',
          params: { url: 'https://www.viddler.com/v/1', _template: 'file:///etc/passwd' },
        },
      }),
      jsonPost('/wiki/rest/tinymce/1/macro/preview', {
        macro: { name: 'widget', params: { _template: '../web.xml' } },
      }),
    ],
    other: [
      jsonPost('/rest/tinymce/1/macro/preview', {
        contentId: '1',
        macro: { name: 'widget', params: { url: 'https://www.youtube.com/watch?v=1' } },
      }),
      jsonPost('/rest/api/content', { title: '_template' }),
    ],
  }),
  detection({
    ref: 'managed-jira-contact-template',
    description: 'Jira: runs a template in the form that contacts administrators (CVE-2019-11581)',
    categories: [
      'atlassian',
      'jira',
      'template-injection',
      'remote-code-execution',
      'cve-2019-11581',
    ],
    expression: allOf(
      pathHas('/contactadministrators', '/sendbulkmail'),
      anyOf(
        ...['subject', 'details', 'message'].map((name) =>
          fieldHas(name, '$i18n', '.getclass()', '.class.', '#set(', '#set ($'),
        ),
      ),
    ),
    matching: [
      formPost('/secure/ContactAdministrators.jspa', {
        from: 'a@b.test',
        subject: "$i18n.getClass().forName('java.lang.Runtime')",
        details: 'x',
      }),
      formPost('/secure/admin/SendBulkMail.jspa', { subject: 'x', message: '#set($x = 1)' }),
    ],
    other: [
      formPost('/secure/ContactAdministrators.jspa', {
        subject: 'I cannot log in',
        details: 'It costs $5',
      }),
      get('/secure/ContactAdministrators!default.jspa'),
    ],
  }),
  detection({
    ref: 'managed-jira-path-parameter',
    description:
      'Jira: reaches pages of apps without authentication, with a semicolon after the path (CVE-2022-0540)',
    categories: ['atlassian', 'jira', 'authentication-bypass', 'cve-2022-0540'],
    expression: allOf(
      rawPathHas('.jspa;'),
      not('lower(raw.http.request.uri.path) matches r"[.]jspa;jsessionid="'),
    ),
    matching: [
      get('/secure/InsightPluginShowGeneralConfiguration.jspa;'),
      get('/secure/WBSGanttManageScheduleJobAction.jspa;x'),
    ],
    other: [get('/secure/Dashboard.jspa'), get('/secure/Dashboard.jspa;jsessionid=5F3A')],
  }),
  detection({
    ref: 'managed-jira-gadget-request',
    description:
      'Jira and Confluence: request pages of internal hosts with gadgets and icons (CVE-2019-8451, CVE-2017-9506)',
    categories: ['atlassian', 'jira', 'ssrf', 'cve-2019-8451', 'cve-2017-9506'],
    expression: anyOf(
      allOf(
        pathHas('/plugins/servlet/gadgets/makerequest'),
        fieldHas('url', '@', '169.254.', '127.0.0.1', 'localhost'),
      ),
      allOf(pathHas('/plugins/servlet/oauth/users/icon-uri'), hasField('consumerUri')),
    ),
    matching: [
      get(
        `/plugins/servlet/gadgets/makeRequest?url=${userOf('https://jira.example.com:443')}attacker.test`,
      ),
      get('/plugins/servlet/oauth/users/icon-uri?consumerUri=http://169.254.169.254/'),
    ],
    other: [
      get('/plugins/servlet/gadgets/makeRequest?url=https://jira.example.com/rest/gadget'),
      get('/plugins/servlet/oauth/users/access-tokens'),
    ],
  }),
  detection({
    ref: 'managed-bitbucket-archive-option',
    description: 'Bitbucket: passes options to git behind a null byte (CVE-2022-36804)',
    categories: ['atlassian', 'bitbucket', 'command-injection', 'cve-2022-36804'],
    expression: allOf(
      pathHas('/repos/'),
      pathHas('/archive', '/diff', '/browse', '/commits'),
      decodedQueryMatches('\\x00|[ =]--(?:exec|remote|upload-pack|output)'),
    ),
    matching: [
      get(
        '/rest/api/latest/projects/DEV/repos/site/archive?prefix=ax%00--exec=%60id%60%00--remote=origin',
      ),
      get('/rest/api/1.0/projects/DEV/repos/site/archive?format=zip&path=a%00--output=x'),
    ],
    other: [
      get('/rest/api/latest/projects/DEV/repos/site/archive?prefix=site-1.0%2F&format=zip'),
      get('/projects/DEV/repos/site/browse/src?at=refs%2Fheads%2Fmain'),
    ],
  }),
  detection({
    ref: 'managed-crowd-plugin-upload',
    description: 'Crowd: installs a plugin without authentication (CVE-2019-11580)',
    categories: ['atlassian', 'crowd', 'file-upload', 'remote-code-execution', 'cve-2019-11580'],
    expression: pathHas('/admin/uploadplugin.action'),
    matching: [
      filePost('/crowd/admin/uploadplugin.action', 'rce.jar'),
      get('/crowd/admin/uploadplugin.action'),
    ],
    other: [get('/crowd/admin/viewplugins.action'), get('/crowd/console/login.action')],
  }),
];
