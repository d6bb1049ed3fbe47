import { filePost, formPost, get, jsonPost } from '../../../request-samples.ts';
import {
  allOf,
  anyFieldName,
  anyOf,
  bodyHas,
  bodyMatches,
  decodedQueryHas,
  EXECUTABLE,
  fieldHas,
  fieldIs,
  fileNameMatches,
  hasField,
  outsideSources,
  pathHas,
  pathIs,
  pathMatches,
  queryHas,
  rawPathHas,
  uriHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

/** Craft CMS, TYPO3, October CMS, Ghost, XWiki. */
export const contentManagementRules = [
  detection({
    ref: 'managed-craft-conditions',
    description:
      'Craft CMS: creates objects with the configuration of a condition (CVE-2023-41892)',
    categories: ['craft-cms', 'code-injection', 'remote-code-execution', 'cve-2023-41892'],
    expression: allOf(
      anyOf(pathHas('/index.php', 'conditions/render'), pathIs('/')),
      anyOf(fieldIs('action', 'conditions/render'), pathHas('conditions/render')),
      anyOf(hasField('configObject'), hasField('config'), anyFieldName('^configobject')),
    ),
    matching: [
      formPost('/index.php', {
        action: 'conditions/render',
        'configObject[class]': 'craft\\elements\\conditions\\ElementCondition',
        config: '{"name":"configObject","as ":{"class":"\\\\GuzzleHttp\\\\Psr7\\\\FnStream"}}',
      }),
      formPost('/actions/conditions/render', { configObject: 'x' }),
    ],
    other: [
      formPost('/index.php', { action: 'users/login', loginName: 'ada' }),
      formPost('/contact', { config: 'x' }),
    ],
  }),
  detection({
    ref: 'managed-craft-transform',
    description: 'Craft CMS: creates objects with the transform of an image (CVE-2025-32432)',
    categories: ['craft-cms', 'deserialization', 'remote-code-execution', 'cve-2025-32432'],
    expression: allOf(
      uriHas('generate-transform'),
      bodyHas('__class', '"class"', 'as hack', '"as '),
    ),
    matching: [
      jsonPost('/index.php?p=admin/actions/assets/generate-transform', {
        assetId: 11,
        handle: {
          width: 1,
          height: 1,
          'as session': {
            class: 'craft\\behaviors\\FieldLayoutBehavior',
            __class: 'GuzzleHttp\\Psr7\\FnStream',
          },
        },
      }),
      jsonPost('/actions/assets/generate-transform', {
        handle: { __class: 'yii\\rbac\\PhpManager' },
      }),
    ],
    other: [
      jsonPost('/actions/assets/generate-transform', { transformId: 7 }),
      get('/index.php?p=news'),
    ],
  }),
  detection({
    ref: 'managed-typo3-jump',
    description: 'TYPO3: reads files with a jump to an address (CVE-2009-0815)',
    categories: ['typo3', 'directory-traversal', 'information-disclosure', 'cve-2009-0815'],
    expression: allOf(queryHas('jumpurl='), fieldHas('jumpurl', 'typo3conf', '.php', '../')),
    matching: [
      get(
        '/index.php?jumpurl=typo3conf/localconf.php&type=0&juSecure=1&locationData=1:tt_content:1&juHash=5f',
      ),
      get('/?jumpurl=..%2f..%2fetc%2fpasswd&juSecure=1'),
    ],
    other: [
      get('/index.php?jumpurl=https%3A%2F%2Fexample.com%2F&juHash=5f'),
      get('/index.php?id=7'),
    ],
  }),
  detection({
    ref: 'managed-typo3-configuration',
    description: 'TYPO3: reads the configuration or opens the install tool',
    categories: ['typo3', 'information-disclosure'],
    expression: allOf(
      allOf(
        pathHas('/typo3conf/', '/typo3temp/', '/fileadmin/_temp_'),
        pathMatches(
          '/typo3conf/(?:localconfiguration|localconf|additionalconfiguration|system/settings)\\.(?:php[._~-]|bak|old|txt|yaml)|/(?:enable_install_tool)|\\.sql(?:\\.gz)?$',
        ),
      ),
      outsideSources('typo3|fileadmin'),
    ),
    matching: [
      get('/typo3conf/LocalConfiguration.php.bak'),
      get('/typo3conf/ENABLE_INSTALL_TOOL'),
      get('/fileadmin/_temp_/backup.sql'),
    ],
    other: [
      get('/ada/site/blob/main/typo3conf/LocalConfiguration.php.bak'),

      get('/typo3conf/ext/news/Resources/Public/style.css'),
      get('/typo3temp/assets/compressed/a.css'),
    ],
  }),
  detection({
    ref: 'managed-october-reset',
    description: 'October CMS: resets passwords with a code that is no text (CVE-2021-32648)',
    categories: ['october-cms', 'authentication-bypass', 'cve-2021-32648'],
    expression: allOf(
      pathHas('/backend/auth/reset'),
      bodyMatches('"code" *: *(?:true|[0-9]|\\[|\\{)'),
    ),
    matching: [
      jsonPost('/backend/backend/auth/reset/1/x', { id: 1, code: true, password: 'x' }),
      jsonPost('/backend/backend/auth/reset', { code: 1, password: 'x' }),
    ],
    other: [
      formPost('/backend/backend/auth/reset/1/5f3a', { code: '5f3a', password: 'x' }),
      get('/backend/backend/auth/restore'),
    ],
  }),
  detection({
    ref: 'managed-october-media',
    description: 'October CMS: uploads a script to the media library (CVE-2017-1000119)',
    categories: ['october-cms', 'file-upload', 'remote-code-execution', 'cve-2017-1000119'],
    expression: allOf(
      pathHas('/backend/cms/media', '/backend/system/'),
      fileNameMatches(`${EXECUTABLE}[0-9]?$`),
    ),
    matching: [
      filePost('/backend/cms/media', 'shell.php5'),
      filePost('/backend/cms/media', 'x.phtml'),
    ],
    other: [filePost('/backend/cms/media', 'photo.jpg'), get('/backend/cms/media')],
  }),
  detection({
    ref: 'managed-ghost-files',
    description: 'Ghost: reads files through the folder of a theme (CVE-2023-32235)',
    categories: ['ghost', 'directory-traversal', 'cve-2023-32235'],
    expression: rawPathHas(
      '/assets/built/..',
      '/assets/built%2f..',
      '/assets/built/%2e%2e',
      '/assets/built%2f%2e%2e',
    ),
    matching: [get('/assets/built%2F..%2F..%2Fpackage.json'), get('/assets/built/../../index.hbs')],
    other: [get('/assets/built/screen.css?v=5f'), get('/assets/built/source.js')],
  }),
  detection({
    ref: 'managed-xwiki-search-template',
    description: 'XWiki: runs Groovy in the text of a search (CVE-2025-24893)',
    categories: ['xwiki', 'template-injection', 'remote-code-execution', 'cve-2025-24893'],
    expression: allOf(
      pathHas('/solrsearch', '/databasesearch', '/xwiki/bin/'),
      decodedQueryHas('{{groovy', '{{async', '{{velocity', '{{python', '}}}{{'),
    ),
    matching: [
      get(
        '/xwiki/bin/get/Main/SolrSearch?media=rss&text=%7D%7D%7D%7B%7Basync%20async%3Dfalse%7D%7D%7B%7Bgroovy%7D%7Dprintln(1)',
      ),
      get('/bin/view/Main/SolrSearch?text=%7B%7Bvelocity%7D%7D'),
    ],
    other: [
      get('/xwiki/bin/get/Main/SolrSearch?media=rss&text=groovy'),
      get('/xwiki/bin/view/Main/?q={{a}}'),
    ],
  }),
];
