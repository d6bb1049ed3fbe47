import { get } from '../../../request-samples.ts';
import {
  allOf,
  fieldIs,
  hasField,
  headerHas,
  not,
  outsideSources,
  pathHas,
  pathMatches,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { anyStrength, attack, detection } from '../targeted-rule.ts';

/** Ruby on Rails, Flask, and files that projects publish by mistake. */
export const webFrameworkRules = [
  detection({
    ref: 'managed-source-control-folder',
    description:
      'Git, Subversion, Mercurial: reads the folder of a repository that was published with the site',
    categories: ['git', 'information-disclosure'],
    action: 'log',
    expression: allOf(
      allOf(
        pathHas('/.git', '/.svn/', '/.hg/'),
        pathMatches(
          '/\\.(?:git/(?:config|head|index|logs|refs|objects)|git-credentials|svn/(?:entries|wc\\.db)|hg/(?:store|hgrc|dirstate))',
        ),
      ),
      outsideSources('\\.(?:git|svn|hg)'),
    ),
    matching: [get('/.git/config'), get('/site/.git/HEAD'), get('/.svn/wc.db')],
    other: [
      get('/ada/tool/blob/main/test/.git/config'),

      get('/ada/site.git/info/refs?service=git-upload-pack'),
      get('/.github/workflows'),
      get('/blog/.gitignore'),
    ],
  }),
  detection({
    ref: 'managed-environment-file',
    description: 'Laravel, Docker, Node.js: reads a file of variables with passwords',
    categories: ['laravel', 'docker', 'nodejs', 'information-disclosure'],
    action: 'log',
    expression: allOf(
      allOf(
        pathHas('/.env'),
        pathMatches(
          '/\\.env(?:$|[._~-](?:bak|backup|old|save|local|prod|production|dev|development|staging|example|sample|swp|[0-9]+)?$|/?$)',
        ),
      ),
      outsideSources('\\.env'),
    ),
    matching: [get('/.env'), get('/api/.env.production'), get('/.env.bak')],
    other: [
      get('/ada/shop/blob/main/.env.production'),
      get('/.environment'),
      get('/docs/env'),
      get('/.envoy/config'),
    ],
  }),
  attack({
    ref: 'managed-rails-accept-file',
    description: 'Ruby on Rails: reads a file that the Accept header names (CVE-2019-5418)',
    categories: ['rails', 'directory-traversal', 'header', 'cve-2019-5418'],
    finds: {
      families: ['traversal', 'restricted-file', 'file-inclusion'],
      strengths: anyStrength,
      places: ['header'],
      names: ['accept'],
    },
    expression: headerHas('accept', '../'),
    matching: [
      get('/robots', { accept: '../../../../../../etc/passwd{{' }),
      get('/posts/1', { accept: '../../config/database.yml{{' }),
    ],
    other: [
      get('/posts/1', { accept: 'text/html, application/json;q=0.9, */*;q=0.8' }),
      get('/posts/../1'),
    ],
  }),
  detection({
    ref: 'managed-rails-asset-file',
    description: 'Ruby on Rails: reads files with an encoded path of an asset (CVE-2018-3760)',
    categories: ['rails', 'directory-traversal', 'cve-2018-3760'],
    expression: allOf(rawPathHas('/assets/file:', '/assets/file%3a'), rawPathHas('%2', '..')),
    matching: [
      get('/assets/file:%2f%2f/app/assets/images/%252e%252e/%252e%252e/etc/passwd'),
      get('/assets/file:%2f%2fetc/passwd'),
    ],
    other: [get('/assets/application-5f3a.css'), get('/assets/profile:large.png')],
  }),
  detection({
    ref: 'managed-werkzeug-console',
    description: 'Flask, Werkzeug: runs Python with the debugger',
    categories: ['flask', 'code-injection', 'remote-code-execution'],
    expression: allOf(
      queryHas('__debugger__'),
      fieldIs('__debugger__', 'yes'),
      hasField('cmd'),
      not(fieldIs('cmd', 'resource', 'pinauth', 'printpin')),
    ),
    matching: [
      get('/console?__debugger__=yes&cmd=__import__(%22os%22).popen(%22id%22).read()&frm=0&s=abc'),
      get('/?__debugger__=yes&cmd=1&frm=0'),
    ],
    other: [get('/console?__debugger__=yes&cmd=resource&f=style.css'), get('/?cmd=1')],
  }),
];
