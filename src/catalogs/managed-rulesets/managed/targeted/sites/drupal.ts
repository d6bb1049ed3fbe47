import { filePost, formPost, get, send } from '../../../request-samples.ts';
import {
  allOf,
  anyFieldName,
  anyOf,
  bodyHas,
  bodyMatches,
  decodedQueryHas,
  EXECUTABLE,
  fileNameMatches,
  not,
  outsideSources,
  pathHas,
  pathMatches,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const drupalRules = [
  detection({
    ref: 'managed-drupal-name-array-sql',
    description: 'Drupal: SQL in the keys of an array of names (Drupalgeddon, CVE-2014-3704)',
    categories: ['drupal', 'sql-injection', 'cve-2014-3704'],
    expression: allOf(
      anyOf(pathHas('/user', '/node', '/index.php'), queryHas('q=node', 'q=user', 'q=%2f')),
      anyFieldName("^(?:name|pass|uid|mail)\\[[^\\]]*[;#'()]"),
    ),
    matching: [
      formPost('/?q=node&destination=node', {
        'name[0 ;update users set name=1;# ]': 'a',
        'name[0]': 'b',
        form_id: 'user_login_block',
      }),
      formPost('/user/login', { 'name[0;insert into users values(9)#]': 'a', pass: 'x' }),
    ],
    other: [
      formPost('/user/login', { name: 'ada', pass: 'a;b#c', form_id: 'user_login' }),
      formPost('/node/add', { 'name[0]': 'ada', 'name[und]': 'b' }),
    ],
  }),
  detection({
    ref: 'managed-drupal-render-array',
    description:
      'Drupal: runs functions with properties of render arrays (Drupalgeddon 2, CVE-2018-7600)',
    categories: ['drupal', 'code-injection', 'remote-code-execution', 'cve-2018-7600'],
    expression: anyOf(
      allOf(
        pathHas('/user/register', '/user/password', '/file/ajax/', '/user/login'),
        anyOf(anyFieldName('\\[#'), decodedQueryHas('[#', '#value')),
      ),
      allOf(queryHas('element_parents'), decodedQueryHas('#value', '/#')),
      allOf(queryHas('q=user', 'q=file'), anyOf(anyFieldName('\\[#'), decodedQueryHas('[#'))),
    ),
    matching: [
      formPost('/user/register?element_parents=account/mail/%23value&ajax_form=1', {
        form_id: 'user_register_form',
        'mail[#post_render][]': 'exec',
        'mail[#markup]': 'id',
      }),
      formPost('/?q=user/password&name[%23post_render][]=passthru&name[%23markup]=id', {
        form_id: 'user_pass',
      }),
      get('/user/register?element_parents=timezone/timezone/%23value'),
    ],
    other: [
      formPost('/user/register?element_parents=user_picture/widget/0&ajax_form=1', {
        mail: 'ada@example.com',
      }),
      formPost('/user/password', { name: '#ada', form_id: 'user_pass' }),
    ],
  }),
  detection({
    ref: 'managed-drupal-destination',
    description: 'Drupal: render array properties in the destination of a form (CVE-2018-7602)',
    categories: ['drupal', 'code-injection', 'remote-code-execution', 'cve-2018-7602'],
    expression: allOf(queryHas('destination'), decodedQueryHas('[#')),
    matching: [
      formPost(
        '/node/99/delete?destination=node?q[%2523post_render][]=passthru%26q[%2523markup]=id',
        { form_id: 'node_delete_confirm' },
      ),
      get('/?q=node/1/delete&destination=node%3Fq%5B%2523type%5D%3Dmarkup'),
    ],
    other: [
      get('/node/9/delete?destination=admin/content'),
      get('/user/login?destination=node/1%23comment-4'),
    ],
  }),
  detection({
    ref: 'managed-drupal-rest-object',
    description: 'Drupal: a serialised object in a link of the REST API (CVE-2019-6340)',
    categories: ['drupal', 'deserialization', 'remote-code-execution', 'cve-2019-6340'],
    expression: allOf(
      queryHas('_format=hal_json'),
      bodyHas('"options"'),
      bodyMatches('[oc]:[0-9]+:'),
    ),
    matching: [
      send(
        'GET',
        '/node/1?_format=hal_json',
        'application/hal+json',
        '{"link":[{"value":"link","options":"O:24:\\"GuzzleHttp\\\\Psr7\\\\FnStream\\":2:{}"}]}',
      ),
      send(
        'POST',
        '/node/?_format=hal_json',
        'application/hal+json',
        '{"shortcut_set":"x","options":"C:3:\\"Foo\\":0:{}"}',
      ),
    ],
    other: [
      send(
        'POST',
        '/node?_format=hal_json',
        'application/hal+json',
        '{"title":[{"value":"News"}],"link":[{"uri":"https://example.com","options":[]}]}',
      ),
      get('/node/1?_format=hal_json'),
    ],
  }),
  detection({
    ref: 'managed-drupal-restws',
    description:
      'Drupal RESTful Web Services: calls a PHP function that the path names (SA-CONTRIB-2016-040)',
    categories: ['drupal', 'code-injection', 'remote-code-execution'],
    expression: allOf(
      anyOf(
        pathHas('taxonomy_vocabulary/', 'taxonomy_term/'),
        queryHas('taxonomy_vocabulary', 'taxonomy_term'),
      ),
      anyOf(
        pathHas('/passthru/', '/system/', '/exec/', '/shell_exec/', '/assert/', '/phpinfo'),
        decodedQueryHas('/passthru/', '/system/', '/exec/', '/shell_exec/', '/assert/', '/phpinfo'),
      ),
    ),
    matching: [
      get('/?q=taxonomy_vocabulary//passthru/id'),
      get('/taxonomy_vocabulary/x/system/whoami'),
    ],
    other: [get('/taxonomy_vocabulary/4.json'), get('/?q=taxonomy_term/9')],
  }),
  detection({
    ref: 'managed-drupal-coder',
    description: 'Drupal Coder: runs commands with an unprotected script (SA-CONTRIB-2016-039)',
    categories: ['drupal', 'deserialization', 'remote-code-execution'],
    expression: allOf(
      pathHas('/coder_upgrade/scripts/coder_upgrade.run.php'),
      outsideSources('coder_upgrade'),
    ),
    matching: [
      get(
        '/sites/all/modules/coder/coder_upgrade/scripts/coder_upgrade.run.php?file=data://text/plain,a',
      ),
      get('/modules/coder/coder_upgrade/scripts/coder_upgrade.run.php'),
    ],
    other: [
      get('/ada/coder/blob/main/coder_upgrade/scripts/coder_upgrade.run.php'),
      get('/sites/all/modules/coder/README.txt'),
      get('/docs/coder_upgrade'),
    ],
  }),
  detection({
    ref: 'managed-drupal-settings-backup',
    description: 'Drupal: reads a copy of settings.php that an editor has left',
    categories: ['drupal', 'information-disclosure'],
    expression: allOf(
      allOf(
        pathHas('settings.'),
        pathMatches(
          '/sites/[^/]+/(?:default\\.)?settings\\.(?:local\\.)?(?:php[._~-]|bak|old|orig|save|txt|inc)',
        ),
      ),
      outsideSources('settings'),
    ),
    matching: [
      get('/sites/default/settings.php.bak'),
      get('/sites/default/settings.php~'),
      get('/drupal/sites/shop.test/settings.old'),
    ],
    other: [
      get('/ada/site/raw/main/sites/default/settings.php.bak'),

      get('/sites/default/files/settings.png'),
      get('/user/settings.txt'),
      get('/sites/default/settings.php'),
    ],
  }),
  detection({
    ref: 'managed-drupal-double-extension',
    description:
      'Drupal: uploads a file whose name has an executable extension before the last one (CVE-2020-13671)',
    categories: ['drupal', 'file-upload', 'remote-code-execution', 'cve-2020-13671'],
    action: 'log',
    expression: allOf(
      pathHas('/file/ajax', '/node/add', '/file/add', '/jsonapi/', '/media/add'),
      fileNameMatches(`${EXECUTABLE}(?:\\.[a-z0-9]+)?$`),
    ),
    matching: [filePost('/node/add/article', 'a.php.txt'), filePost('/media/add/file', 'a.phar')],
    other: [filePost('/node/add/article', 'photo.jpg'), filePost('/profile', 'a.php.txt')],
  }),
  detection({
    ref: 'managed-drupal-installation',
    description:
      'Drupal: installs the site again or changes the database. Off by default, because administrators run these scripts',
    categories: ['drupal', 'broken-access-control'],
    action: 'log',
    isOff: true,
    expression: allOf(
      pathHas('/core/install.php', '/core/rebuild.php', '/core/authorize.php'),
      not(pathHas('/docs/')),
    ),
    matching: [get('/core/install.php?profile=standard'), get('/drupal/core/rebuild.php')],
    other: [get('/core/misc/drupal.js'), get('/install.php.html')],
  }),
];
