import { filePost, formPost, get } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  EXECUTABLE,
  fieldHas,
  fieldIs,
  fieldMatches,
  fileNameMatches,
  hasField,
  methodIs,
  outsideSources,
  pathHas,
  pathMatches,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const joomlaRules = [
  detection({
    ref: 'managed-joomla-public-api',
    description: 'Joomla: reads the configuration with its passwords from the API (CVE-2023-23752)',
    categories: ['joomla', 'broken-access-control', 'information-disclosure', 'cve-2023-23752'],
    expression: allOf(
      pathHas('/api/index.php/', '/api/v1/config/application'),
      queryHas('public'),
      fieldMatches('public', '^(?:true|1)$'),
    ),
    matching: [
      get('/api/index.php/v1/config/application?public=true'),
      get('/site/api/index.php/v1/users?page[limit]=9&public=true'),
    ],
    other: [
      get('/api/index.php/v1/config/application'),
      get('/api/index.php/v1/content/articles?search=public'),
    ],
  }),
  detection({
    ref: 'managed-joomla-session-object',
    description: 'Joomla: stores a serialised object in the session with a header (CVE-2015-8562)',
    categories: ['joomla', 'deserialization', 'remote-code-execution', 'header', 'cve-2015-8562'],
    expression: anyOf('http.user_agent contains "|O:"', 'http.x_forwarded_for contains "|O:"'),
    matching: [
      get('/', { 'user-agent': '}__x|O:21:"JDatabaseDriverMysqli":3:{s:2:"fc";}' }),
      get('/index.php', { 'x-forwarded-for': '}__y|O:17:"JSimplepieFactory":0:{}' }),
    ],
    other: [
      get('/', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }),
      get('/', { 'x-forwarded-for': '192.0.2.7, 198.51.100.3' }),
    ],
  }),
  detection({
    ref: 'managed-joomla-fields-sql',
    description: 'Joomla: SQL in the order of a list of fields (CVE-2017-8917)',
    categories: ['joomla', 'sql-injection', 'cve-2017-8917'],
    expression: allOf(queryHas('com_fields'), fieldMatches('list[fullordering]', '[^0-9a-z_,. -]')),
    matching: [
      get(
        '/index.php?option=com_fields&view=fields&layout=modal&list[fullordering]=updatexml(0x23,concat(1,user()),1)',
      ),
      get(
        '/index.php?option=com_fields&view=fields&layout=modal&list%5Bfullordering%5D=(select%201)',
      ),
    ],
    other: [
      get(
        '/administrator/index.php?option=com_fields&view=fields&list[fullordering]=a.ordering+ASC',
      ),
      get('/index.php?option=com_content&list[fullordering]=max(1)'),
    ],
  }),
  detection({
    ref: 'managed-joomla-history-sql',
    description:
      'Joomla: SQL in the columns of the content history (CVE-2015-7297, CVE-2015-7857, CVE-2015-7858)',
    categories: ['joomla', 'sql-injection', 'cve-2015-7297', 'cve-2015-7857', 'cve-2015-7858'],
    expression: allOf(queryHas('com_contenthistory'), hasField('list[select]')),
    matching: [
      get(
        '/index.php?option=com_contenthistory&view=history&list[ordering]=&item_id=75&list[select]=(select+1)',
      ),
      get('/index.php?option=com_contenthistory&view=history&list%5Bselect%5D=1'),
    ],
    other: [
      get(
        '/administrator/index.php?option=com_contenthistory&view=history&layout=modal&item_id=7&type_id=1',
      ),
      get('/index.php?option=com_content&list[select]=a'),
    ],
  }),
  detection({
    ref: 'managed-joomla-registration',
    description:
      'Joomla: registers users although registration is off (CVE-2016-8869, CVE-2016-8870)',
    categories: ['joomla', 'broken-access-control', 'cve-2016-8869', 'cve-2016-8870'],
    expression: allOf(
      pathHas('/index.php', '/component/users'),
      fieldIs('task', 'user.register'),
      methodIs('POST'),
    ),
    matching: [
      formPost('/index.php/component/users/?task=user.register', {
        'user[username]': 'eve',
        'user[groups][]': '7',
      }),
      formPost('/index.php', { option: 'com_users', task: 'user.register', 'user[name]': 'eve' }),
    ],
    other: [
      formPost('/index.php', {
        option: 'com_users',
        task: 'registration.register',
        'jform[username]': 'ada',
      }),
      formPost('/index.php', { option: 'com_users', task: 'user.login', username: 'ada' }),
    ],
  }),
  detection({
    ref: 'managed-joomla-media-upload',
    description:
      'Joomla: uploads PHP with a dot after the extension or through an editor (CVE-2013-5576)',
    categories: ['joomla', 'file-upload', 'remote-code-execution', 'cve-2013-5576'],
    expression: allOf(queryHas('option=com_'), fileNameMatches(`${EXECUTABLE}[. ]*$`)),
    matching: [
      filePost('/index.php?option=com_media&task=file.upload&tmpl=component', 'shell.php.'),
      filePost('/index.php?option=com_foxcontact&view=loader', 'a.phtml'),
    ],
    other: [
      filePost('/index.php?option=com_media&task=file.upload', 'photo.jpg'),
      filePost('/upload', 'shell.php'),
    ],
  }),
  detection({
    ref: 'managed-joomla-jce-rename',
    description: 'Joomla JCE: renames an uploaded image to PHP (CVE-2012-2902)',
    categories: ['joomla', 'file-upload', 'remote-code-execution', 'cve-2012-2902'],
    expression: allOf(
      queryHas('com_jce'),
      bodyHas('folderrename', 'filerename', '"fn":"rename'),
      bodyMatches(EXECUTABLE),
    ),
    matching: [
      formPost(
        '/index.php?option=com_jce&task=plugin&plugin=imgmanager&file=imgmanager&version=156',
        { json: '{"fn":"folderRename","args":["/a.gif","a.php"]}' },
      ),
      formPost('/index.php?option=com_jce&plugin=imgmanager', {
        json: '{"fn":"fileRename","args":["a.gif","../x.phtml"]}',
      }),
    ],
    other: [
      formPost('/index.php?option=com_jce&plugin=imgmanager', {
        json: '{"fn":"folderRename","args":["/old","new"]}',
      }),
      get('/index.php?option=com_jce&task=plugin.display'),
    ],
  }),
  detection({
    ref: 'managed-joomla-controller-inclusion',
    description:
      'Joomla components: include a file that the controller argument names (CVE-2010-1607 and others)',
    categories: ['joomla', 'file-inclusion', 'cve-2010-1607'],
    expression: allOf(
      queryHas('option=com_'),
      anyOf(
        fieldHas('controller', '../', '..\\', '\\x00'),
        fieldHas('view', '../'),
        fieldHas('layout', '../'),
      ),
    ),
    matching: [
      get('/index.php?option=com_webtv&controller=../../../../../etc/passwd%00'),
      get('/index.php?option=com_picture&view=..%2f..%2f..%2fconfiguration'),
    ],
    other: [
      get('/index.php?option=com_content&controller=article&view=category&layout=blog'),
      get('/index.php?option=com_search&searchword=../'),
    ],
  }),
  detection({
    ref: 'managed-joomla-component-sql',
    description: 'Joomla components: more than a number and a name in an id',
    categories: ['joomla', 'sql-injection'],
    expression: allOf(
      queryHas('option=com_'),
      anyOf(
        ...['id', 'catid', 'Itemid', 'cid', 'gid'].map((name) =>
          fieldMatches(name, '[\'"()=*]|-- |--$|/[*]'),
        ),
      ),
    ),
    matching: [
      get('/index.php?option=com_gallery&id=7%20and%20(select%201)=1'),
      get("/index.php?option=com_events&view=list&catid=3'--&Itemid=5"),
    ],
    other: [
      get('/index.php?option=com_content&view=article&id=7:my-first-article&catid=3&Itemid=101'),
      get("/index.php?option=com_search&searchword=o'neil"),
    ],
  }),
  detection({
    ref: 'managed-joomla-configuration-backup',
    description: 'Joomla: reads a copy of configuration.php that an editor has left',
    categories: ['joomla', 'information-disclosure'],
    expression: allOf(
      allOf(
        pathHas('/configuration.'),
        pathMatches('/configuration\\.(?:php[._~-]|bak|old|orig|save|txt|inc|zip)'),
      ),
      outsideSources('configuration'),
    ),
    matching: [
      get('/configuration.php.bak'),
      get('/joomla/configuration.php~'),
      get('/configuration.old'),
    ],
    other: [
      get('/ada/site/blob/main/configuration.php.bak'),
      get('/configuration.php'),
      get('/docs/configuration.html'),
      get('/configuration'),
    ],
  }),
  detection({
    ref: 'managed-joomla-update-restore',
    description:
      'Joomla and Akeeba: unpacks an archive of the attacker with the restoration script (CVE-2014-7228)',
    categories: ['joomla', 'deserialization', 'remote-code-execution', 'cve-2014-7228'],
    expression: allOf(
      pathHas(
        '/com_joomlaupdate/restore.php',
        '/com_akeeba/restore.php',
        '/com_joomlaupdate/extract.php',
      ),
      hasField('factory'),
    ),
    matching: [
      get(
        '/administrator/components/com_joomlaupdate/restore.php?task=stepRestore&factory=Tzo4OiJzdGRDbGFzcyI6MDp7fQ==',
      ),
      formPost('/administrator/components/com_akeeba/restore.php', {
        task: 'startRestore',
        factory: 'x',
      }),
    ],
    other: [
      formPost('/administrator/components/com_joomlaupdate/extract.php', {
        task: 'startExtract',
        password: 'x',
      }),
      get('/administrator/index.php?option=com_joomlaupdate'),
    ],
  }),
];
