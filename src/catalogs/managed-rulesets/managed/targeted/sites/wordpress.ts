import { formPost, get, jsonPost, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  bodyMatches,
  EXECUTABLE,
  fieldHas,
  fieldIsNotPlain,
  fieldMatches,
  methodIs,
  outsideSources,
  pathEnds,
  pathHas,
  pathIs,
  pathMatches,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** WordPress itself. */
export const wordpressRules = [
  detection({
    ref: 'managed-wordpress-xmlrpc-multicall',
    description: 'WordPress: tries many passwords in one XML-RPC call',
    categories: ['wordpress', 'authentication-bypass'],
    expression: allOf(pathHas('/xmlrpc.php'), bodyHas('system.multicall'), bodyMatchesLogin()),
    matching: [
      xmlPost(
        '/xmlrpc.php',
        '<methodCall><methodName>system.multicall</methodName><params><value>wp.getUsersBlogs</value><value>ada</value><value>one</value><value>wp.getUsersBlogs</value></params></methodCall>',
      ),
      xmlPost(
        '/blog/xmlrpc.php',
        '<methodCall><methodName>system.multicall</methodName><params><value>wp.getCategories</value><value>admin</value></params></methodCall>',
      ),
    ],
    other: [
      xmlPost('/xmlrpc.php', '<methodCall><methodName>wp.getUsersBlogs</methodName></methodCall>'),
      xmlPost(
        '/xmlrpc.php',
        '<methodCall><methodName>system.multicall</methodName><params><value>jetpack.testConnection</value></params></methodCall>',
      ),
    ],
  }),
  detection({
    ref: 'managed-wordpress-xmlrpc-pingback',
    description:
      'WordPress: makes the site request another one with a pingback (CVE-2013-0235). Off by default, because blogs send pingbacks to each other',
    categories: ['wordpress', 'ssrf', 'dos', 'cve-2013-0235'],
    action: 'log',
    isOff: true,
    expression: allOf(pathHas('/xmlrpc.php'), bodyHas('pingback.ping')),
    matching: [
      xmlPost(
        '/xmlrpc.php',
        '<methodCall><methodName>pingback.ping</methodName><params><param>http://192.0.2.9:22/</param></params></methodCall>',
      ),
      xmlPost(
        '/news/xmlrpc.php',
        '<methodCall> <methodName>pingback.ping</methodName></methodCall>',
      ),
    ],
    other: [
      xmlPost('/xmlrpc.php', '<methodCall><methodName>wp.newPost</methodName></methodCall>'),
      get('/xmlrpc.php?rsd'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-author-enumeration',
    description:
      'WordPress: lists the names of users by their numbers. Off by default, because themes link to authors in this way',
    categories: ['wordpress', 'information-disclosure'],
    action: 'log',
    isOff: true,
    expression: allOf(
      queryHas('author='),
      pathIs('/', '/index.php'),
      fieldMatches('author', '^[0-9{}]+$'),
    ),
    matching: [get('/?author=1'), get('/index.php?author=%31%32')],
    other: [get('/?author=ada'), get('/books?author=12'), get('/?authority=1')],
  }),
  detection({
    ref: 'managed-wordpress-rest-users',
    description:
      'WordPress: lists the users with the REST API (CVE-2017-5487). Off by default, because the block editor needs the list',
    categories: ['wordpress', 'information-disclosure', 'cve-2017-5487'],
    action: 'log',
    isOff: true,
    expression: anyOf(
      pathHas('/wp-json/wp/v2/users'),
      allOf(queryHas('rest_route='), fieldHas('rest_route', '/wp/v2/users')),
    ),
    matching: [get('/wp-json/wp/v2/users'), get('/?rest_route=%2Fwp%2Fv2%2Fusers')],
    other: [get('/wp-json/wp/v2/posts'), get('/?rest_route=/wp/v2/posts')],
  }),
  detection({
    ref: 'managed-wordpress-rest-content-injection',
    description:
      'WordPress: changes posts without authentication, with an id that is no number (CVE-2017-1001000)',
    categories: ['wordpress', 'broken-access-control', 'cve-2017-1001000'],
    expression: allOf(
      pathHas('/wp-json/wp/v2/posts/', '/wp-json/wp/v2/pages/'),
      anyOf(
        fieldMatches('id', '^[0-9]+[^0-9]'),
        'lower(lookup_json_string(http.request.body.raw, "id")) matches r"^[0-9]+[^0-9]"',
      ),
    ),
    matching: [
      jsonPost('/wp-json/wp/v2/posts/7?id=7abc', { title: 'changed' }),
      jsonPost('/wp-json/wp/v2/posts/1234', { id: '1234ABC', content: 'changed' }),
    ],
    other: [
      jsonPost('/wp-json/wp/v2/posts/7?id=7', { title: 'My post', id: 7 }),
      get('/wp-json/wp/v2/posts/7?context=edit'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-load-scripts',
    description: 'WordPress: loads all scripts at once, again and again (CVE-2018-6389)',
    categories: ['wordpress', 'dos', 'cve-2018-6389'],
    action: 'log',
    expression: allOf(
      pathHas('/wp-admin/load-scripts.php', '/wp-admin/load-styles.php'),
      'len(http.request.uri.query) gt 2500',
    ),
    matching: [
      get(`/wp-admin/load-scripts.php?c=1&load%5B%5D=${'jquery-ui-core,'.repeat(200)}`),
      get(`/wp-admin/load-styles.php?c=1&load[]=${'wp-admin,dashicons,'.repeat(160)}`),
    ],
    other: [
      get(
        '/wp-admin/load-scripts.php?c=1&load%5Bchunk_0%5D=jquery-core,jquery-migrate,utils&ver=6.4',
      ),
      get('/wp-admin/load-styles.php?c=0&dir=ltr&load%5Bchunk_0%5D=dashicons,admin-bar&ver=6.4'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-config-backup',
    description: 'WordPress: reads a copy of wp-config.php that an editor or a backup has left',
    categories: ['wordpress', 'information-disclosure'],
    expression: allOf(
      allOf(
        pathHas('wp-config.'),
        pathMatches(
          '/[.#]?wp-config\\.(?:php[._~-]|php#|bak|old|orig|save|swp|txt|inc|zip|tar|gz)',
        ),
      ),
      outsideSources('wp-config'),
    ),
    matching: [
      get('/wp-config.php.bak'),
      get('/blog/wp-config.php~'),
      get('/.wp-config.php.swp'),
      get('/wp-config.old'),
    ],
    other: [
      get('/ada/site/src/branch/main/wp-config.php.bak'),
      get('/wp-config.php'),
      get('/docs/wp-config.html'),
      get('/how-to-edit-wp-config'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-debug-log',
    description:
      'WordPress: reads the debug log, which can contain session cookies (CVE-2024-44000)',
    categories: ['wordpress', 'information-disclosure', 'cve-2024-44000'],
    expression: pathHas('/wp-content/debug.log'),
    matching: [get('/wp-content/debug.log'), get('/blog/wp-content/debug.log?download=1')],
    other: [get('/wp-content/debug.html'), get('/wp-content/themes/debug/log.css')],
  }),
  detection({
    ref: 'managed-wordpress-installation',
    description: 'WordPress: sets up a site that has not been installed yet',
    categories: ['wordpress', 'broken-access-control'],
    action: 'log',
    expression: allOf(
      pathHas('/wp-admin/setup-config.php', '/wp-admin/install.php'),
      queryHas('step='),
      methodIs('POST'),
    ),
    matching: [
      formPost('/wp-admin/setup-config.php?step=2', { dbname: 'wp', dbhost: 'db.attacker.test' }),
      formPost('/wp-admin/install.php?step=2', { user_name: 'admin', admin_password: 'x' }),
    ],
    other: [
      get('/wp-admin/install.php'),
      formPost('/wp-admin/plugin-install.php?step=1', { s: 'seo' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-uploaded-code',
    description: 'WordPress: runs a PHP file in the folder of uploaded files',
    categories: ['wordpress', 'backdoor', 'remote-code-execution'],
    expression: allOf(
      allOf(
        pathHas('/wp-content/uploads/'),
        pathMatches(`/wp-content/uploads/.*${EXECUTABLE}(?:/|$)`),
      ),
      outsideSources('uploads'),
    ),
    matching: [
      get('/wp-content/uploads/2024/05/image.php?x=id'),
      formPost('/wp-content/uploads/cache/a.phtml', { c: 'id' }),
      get('/shop/wp-content/uploads/wc.phar/x'),
    ],
    other: [
      get('/ada/site/blob/main/wp-content/uploads/a.php'),

      get('/wp-content/uploads/2024/05/image.png'),
      get('/wp-content/uploads/2024/05/php-course.pdf'),
      get('/wp-content/plugins/akismet/akismet.php'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-query-array',
    description: 'WordPress: puts SQL into a query of posts through a plugin (CVE-2022-21661)',
    categories: ['wordpress', 'sql-injection', 'cve-2022-21661'],
    expression: allOf(
      pathHas('/wp-admin/admin-ajax.php'),
      bodyHas('tax_query'),
      bodyMatches('tax_query.{1,200}terms.{1,80}[(]'),
    ),
    matching: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'ecsload',
        query: '{"tax_query":{"0":{"field":"term_taxonomy_id","terms":["1) or sleep(2)#"]}}}',
      }),
      formPost('/wp-admin/admin-ajax.php', {
        action: 'load',
        'query[tax_query][0][terms][0]': '1) and extractvalue(1,user())-- -',
      }),
    ],
    other: [
      formPost('/wp-admin/admin-ajax.php', {
        action: 'load',
        query: '{"tax_query":{"0":{"field":"slug","terms":["news"]}}}',
      }),
      formPost('/wp-admin/admin-ajax.php', { action: 'heartbeat', data: 'how tax_query works' }),
    ],
  }),
  detection({
    ref: 'managed-wordpress-post-status-xss',
    description:
      'WordPress Advanced Custom Fields: puts script into the list of posts (CVE-2023-30777)',
    categories: ['wordpress', 'xss', 'cve-2023-30777'],
    expression: allOf(pathHas('/wp-admin/edit.php'), fieldIsNotPlain('post_status')),
    matching: [
      get('/wp-admin/edit.php?post_type=acf-field-group&post_status=x%22%20onload=alert(1)'),
      get('/wp-admin/edit.php?post_status=%3Csvg%3E&post_type=page'),
    ],
    other: [
      get('/wp-admin/edit.php?post_type=page&post_status=publish'),
      get('/wp-admin/edit.php?s=%3Cb%3E&post_status=all'),
    ],
  }),
  detection({
    ref: 'managed-wordpress-installation-backups',
    description: 'WordPress: downloads archives or database dumps that backup plugins have left',
    categories: ['wordpress', 'information-disclosure'],
    expression: allOf(
      pathHas('/wp-content/'),
      anyOf(
        pathHas(
          '/wp-content/backups',
          '/wp-content/backup-',
          '/wp-content/updraft/',
          '/wp-content/ai1wm-backups/',
          '/wp-content/backups-dup',
          '/wp-content/mysql.sql',
        ),
        pathEnds('.sql', '.sql.gz', '.wpress'),
      ),
      pathMatches('\\.(?:sql|gz|zip|tar|tgz|wpress|daf|json)$'),
    ),
    matching: [
      get('/wp-content/ai1wm-backups/site-20240501.wpress'),
      get('/wp-content/updraft/backup_2024-05-01-db.gz'),
      get('/wp-content/mysql.sql'),
    ],
    other: [
      get('/wp-content/uploads/2024/05/catalogue.zip'),
      get('/wp-content/themes/site/theme.json'),
    ],
  }),
];

/** Methods that need a name and a password. */
function bodyMatchesLogin(): string {
  return bodyHas(
    'wp.getusersblogs',
    'wp.getcategories',
    'wp.getauthors',
    'wp.getprofile',
    'metaweblog.getusersblogs',
    'blogger.getusersblogs',
  );
}
