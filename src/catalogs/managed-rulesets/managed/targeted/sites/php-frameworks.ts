import { formPost, get, jsonPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  decodedQueryMatches,
  decodedUriHas,
  fieldIs,
  methodIs,
  pathHas,
  pathIs,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const phpFrameworkRules = [
  detection({
    ref: 'managed-laravel-ignition',
    description: 'Laravel Ignition: runs code with the solution of an error (CVE-2021-3129)',
    categories: ['php', 'laravel', 'remote-code-execution', 'cve-2021-3129'],
    expression: pathHas('/_ignition/execute-solution'),
    matching: [
      jsonPost('/_ignition/execute-solution', {
        solution: 'Facade\\Ignition\\Solutions\\MakeViewVariableOptionalSolution',
        parameters: { variableName: 'x', viewFile: 'phar://../storage/logs/laravel.log' },
      }),
      get('/app/_ignition/execute-solution'),
    ],
    other: [get('/_ignition/health-check'), get('/docs/ignition')],
  }),
  detection({
    ref: 'managed-laravel-debug-tools',
    description: 'Laravel: reads requests and logs with debugging tools',
    categories: ['php', 'laravel', 'information-disclosure'],
    action: 'log',
    expression: pathHas(
      '/telescope/requests',
      '/_debugbar/open',
      '/storage/logs/laravel.log',
      '/horizon/api/',
    ),
    matching: [
      get('/telescope/requests'),
      get('/_debugbar/open?op=get&id=1'),
      get('/storage/logs/laravel.log'),
    ],
    other: [get('/telescope'), get('/shop/telescopes/requests-for-quotes')],
  }),
  detection({
    ref: 'managed-thinkphp-invoke',
    description: 'ThinkPHP: calls any function with the route (CVE-2018-20062, CVE-2019-9082)',
    categories: [
      'php',
      'thinkphp',
      'code-injection',
      'remote-code-execution',
      'cve-2018-20062',
      'cve-2019-9082',
    ],
    expression: allOf(
      anyOf(queryHas('think', 'invokefunction'), pathHas('think', 'invokefunction')),
      decodedUriHas('\\think', '/think\\', 'invokefunction', '/think/app', '\\app/'),
      decodedUriHas('invokefunction', 'filter', 'vars[', 'request/input', 'display', 'template'),
    ),
    matching: [
      get(
        '/index.php?s=/Index/%5Cthink%5Capp/invokefunction&function=call_user_func_array&vars[0]=system&vars[1][]=id',
      ),
      get('/?s=index/think\\request/input&filter=phpinfo&data=1'),
    ],
    other: [get('/?s=what+do+you+think'), get('/blog/think-again?filter=new')],
  }),
  detection({
    ref: 'managed-thinkphp-method',
    description:
      'ThinkPHP: calls the constructor of the request with a field (CVE-2018-20062 and later)',
    categories: ['php', 'thinkphp', 'code-injection', 'remote-code-execution', 'cve-2018-20062'],
    expression: allOf(
      anyOf(
        queryHas('s=captcha', 's=/', 's=index'),
        pathHas('/index.php', '/captcha'),
        pathIs('/'),
      ),
      methodIs('POST'),
      fieldIs('_method', '__construct'),
    ),
    matching: [
      formPost('/index.php?s=captcha', {
        _method: '__construct',
        'filter[]': 'system',
        method: 'get',
        'get[]': 'id',
      }),
      formPost('/', { _method: '__construct', 'filter[]': 'phpinfo' }),
    ],
    other: [
      formPost('/index.php?s=captcha', { _method: 'PUT' }),
      formPost('/', { name: '__construct' }),
    ],
  }),
  detection({
    ref: 'managed-symfony-fragment',
    description: 'Symfony: calls any function as a controller of a fragment',
    categories: ['php', 'symfony', 'code-injection', 'remote-code-execution'],
    expression: allOf(
      pathHas('/_fragment'),
      decodedQueryMatches(
        '_controller=(?:system|exec|passthru|shell_exec|phpinfo|assert|file_|call_user|popen|proc_open)',
      ),
    ),
    matching: [
      get('/_fragment?_path=_controller%3Dphpinfo%26what%3D-1&_hash=x'),
      get('/app.php/_fragment?_path=command%3Did%26_controller%3Dsystem'),
    ],
    other: [
      get('/_fragment?_path=_controller%3DApp%255CController%255CMenu::show&_hash=x'),
      get('/docs?_controller=system'),
    ],
  }),
  detection({
    ref: 'managed-symfony-profiler',
    description: 'Symfony: reads files, variables or requests with the profiler',
    categories: ['php', 'symfony', 'information-disclosure'],
    action: 'log',
    expression: pathHas('/_profiler/', '/app_dev.php', '/frontend_dev.php'),
    matching: [
      get('/_profiler/open?file=app/config/parameters.yml'),
      get('/app_dev.php/_profiler/phpinfo'),
    ],
    other: [get('/profiler/'), get('/app.php')],
  }),
];
