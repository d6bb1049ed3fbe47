import type { SignEntry } from '../sign-entry.ts';

const python = ['language-python'];

export const templateSigns = {
  'template-arithmetic': {
    means: 'a calculation in the delimiters of a template, as probes have it',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ['{{8*8}}', '<%= 6 * 9 %>', '#' + '{5*11}', "{{7*'7'}}", '$\\X{12*12*12}'],
      other: ['{{ name }}', '{2,3}', '$' + '{total}', '{{ page - 1 }}', 'f(8*8)'],
    },
  },
  'template-python-object': {
    means: 'a path from an object of Python to its classes or modules',
    severity: 'critical',
    paranoia: 1,
    tags: python,
    samples: {
      matching: [
        '{{ "".__class__ }}',
        '{{ x|attr("y") }}',
        '__init__.__globals__.a',
        '__import__("os").getpid()',
      ],
      other: ['{{ user.class }}', 'def __init__(self):', '{{ item|upper }}'],
    },
  },
  'template-secret': {
    means: 'an expression that reads the configuration or the environment',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '{{config}}',
        '{{ config.items() }}',
        '{{ settings.SECRET_KEY }}',
        '{{_self.env.x}}',
      ],
      other: ['{{ config.title }}', '{{ settings.colour }}', '{{ environment }}'],
    },
  },
  'template-call': {
    means: 'an expression that runs a command or code, or reads a file',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "{{ x.popen('ls') }}",
        '<%= `ls` %>',
        "{{['ls']|filter('system')}}",
        '#' + "{system('ls')}",
        '{% import os %}',
      ],
      other: ['{{ format(price) }}', '{% if user %}', '<% end %>', '{% include "menu.html" %}'],
    },
  },
  'template-constructor': {
    means: 'a path from an object of JavaScript to the constructor of functions',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-javascript'],
    samples: {
      matching: [
        "{{constructor.constructor('a()')()}}",
        "{{#with 'constructor'}}",
        '#' + '{global.process}',
      ],
      other: ['{{ constructor }}', '{{ team.constructorName }}'],
    },
  },
  'template-smarty': {
    means: 'a tag of Smarty that runs PHP',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-php'],
    samples: {
      matching: ['{php}', "{system('ls')}", '{$smarty.version}'],
      other: ['{name}', '{if $x}', '{system}'],
    },
  },
  'template-freemarker': {
    means: 'a directive or built-in of FreeMarker',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-java'],
    samples: {
      matching: [
        '$' + '{"a.b.C"?new()("x")}',
        '<#assign x="y">',
        'freemarker.template.utility.JythonRuntime',
      ],
      other: ['is it new?', '<#>', 'new?'],
    },
  },
  'template-velocity': {
    means: 'a directive of Velocity, or a reference that reaches a class',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-java'],
    samples: {
      matching: ["#set($a='')", "$a.class.forName('x')"],
      other: ['#settings', '$a.classes', '#set'],
    },
  },
  'template-preprocessing': {
    means: 'an expression that Thymeleaf evaluates before the template',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-java'],
    samples: {
      matching: ['__$' + '{x}__', '__$' + '{new A()}__::.x'],
      other: ['__name__', '$' + '{x}'],
    },
  },
  'template-process': {
    means: 'a call that loads a module which starts processes or reaches files',
    severity: 'critical',
    paranoia: 1,
    tags: ['language-javascript'],
    samples: {
      matching: [
        "require('child_process').execSync('ls')",
        'process.mainModule.x',
        "os.execute('ls')",
      ],
      other: ["require('./menu')", 'a process', 'process.env'],
    },
  },
  'template-mail-expansion': {
    means: 'an expansion of a mail server that runs a command or reads a file',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['$' + '{run{/bin/true}}', 'x $' + '{readfile{/etc/hosts}}'],
      other: ['$' + '{runs}', '$' + '{run}'],
    },
  },
} as const satisfies Record<string, SignEntry>;
