import type { SignEntry } from '../sign-entry.ts';

const tags = ['language-php'];
const post = (name: string, value: string) => ({
  method: 'POST',
  target: '/index.php',
  headers: { host: 'shop.test', 'content-type': 'application/x-www-form-urlencoded' },
  body: `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
});

export const phpSigns = {
  'php-open-tag': {
    means: 'an opening tag of PHP with code behind it',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['<?php echo 7*7; ?>', '<?=`ls`?>', 'x<?PHP include $f;'],
      other: ['<?xml version="1.0"?>', 'the <? operator', 'a <?b'],
    },
  },
  'php-command': {
    means: 'a call of PHP that runs a command',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ["system('ls');", '1;passthru($x)', '\'.shell_exec("ls").\''],
      other: ['the system (old)', 'operating system', 'Math.exec(1)', 'pre_exec("x")'],
    },
  },
  'php-code': {
    means: 'a call of PHP that runs code',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['eval($x);', 'assert("system(\'ls\')")', 'a;create_function("", $_POST[1])'],
      other: ['eval(1+1)', 'we assert (again) that', 'include(d)'],
    },
  },
  'php-callback': {
    means: 'a call of PHP that calls a dangerous function by its name',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        "call_user_func('system', 'ls')",
        "array_map('assert', $x)",
        "preg_replace('/./e', 'f()', 'a')",
      ],
      other: ["array_map('trim', $x)", 'array_map is slow'],
    },
  },
  'php-callback-name': {
    means: 'the name of a function where a framework expects a callback',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: [
        post('vars[0]', 'passthru'),
        post('_method', '__construct'),
        {
          method: 'GET',
          target: '/?s=/index/%5Cthink%5Crequest/input',
          headers: { host: 'shop.test' },
          body: '',
        },
      ],
      other: [post('category', 'system'), 'phpinfo', 'thinking'],
    },
  },
  'php-render-property': {
    means: 'a property of a render array in the name of a field',
    severity: 'critical',
    paranoia: 1,
    tags: [...tags, 'cve-2018-7600'],
    samples: {
      matching: [post('name[0][#lazy_builder][]', 'x'), 'account/field/#value'],
      other: [post('name[#]', 'x'), 'page/#top-of-page section'],
    },
  },
  'php-file': {
    means: 'a call of PHP that reads or writes files',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: {
      matching: ["file_put_contents('a.txt','x')", "echo readfile('/etc/hosts')"],
      other: ['copy("a")', 'use file_get_contents'],
    },
  },
  'php-information': {
    means: 'a call of PHP that reveals its configuration',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: {
      matching: ['phpinfo()', '1;phpinfo(4);'],
      other: ['the page phpinfo', 'what is phpinfo for'],
    },
  },
  'php-output': {
    means: 'a call of PHP that prints a computed mark',
    severity: 'warning',
    paranoia: 2,
    tags,
    samples: { matching: ['print(md5(8177))', 'die(md5("zz"))'], other: ['print(1)', 'md5(x)'] },
  },
  'php-encoded-code': {
    means: 'code of PHP that is decoded before it runs',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ["eval(base64_decode('eA=='))", '@eval(gzinflate($z));'],
      other: ['base64_decode', 'a base64 string'],
    },
  },
  'php-request-data': {
    means: 'a variable of PHP that contains data of requests',
    severity: 'error',
    paranoia: 1,
    tags,
    samples: { matching: ['$_GET[1]', 'eval($_POST["a"])'], other: ['$_', '_GET', '$_gets'] },
  },
  'php-variable-function': {
    means: 'a call of PHP whose function is named by a variable or by joined strings',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['$_GET[f]($_GET[a])', "('pass'.'thru')('ls')"],
      other: ["('a' + 'b')(c)", '$_GET'],
    },
  },
  'php-interpolation': {
    means: 'a call of PHP within a string in double quotes',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['$' + '{@print(1)}', '{$' + '{getcwd()}}'],
      other: ['$' + '{name}', '{$x}'],
    },
  },
  'php-configuration': {
    means: 'a setting of PHP that loads code or removes a restriction',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['-d auto_append_file=/tmp/x', 'PHP_VALUE\nallow_url_include = On'],
      other: ['what does allow_url_include do', '-d debug=1'],
    },
  },
  'php-archive': {
    means: 'the stub of an archive of PHP',
    severity: 'critical',
    paranoia: 1,
    tags,
    samples: {
      matching: ['<?php __HALT_COMPILER(); ?>', 'a __halt_compiler();'],
      other: ['__halt', 'the halt_compiler (PHP)'],
    },
  },
} as const satisfies Record<string, SignEntry>;
