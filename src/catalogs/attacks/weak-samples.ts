import type { RequestSample } from '../managed-rulesets/managed-rule-base.ts';
import type { AttackFamily } from './attack-families.ts';
import type { SignEntry } from './sign-entry.ts';

const request = (
  target: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): RequestSample => ({
  method,
  target,
  headers: { host: 'shop.test', 'user-agent': 'test', accept: '*/*', ...headers },
  body: '',
});

/** For families that have weak findings: texts with only such, and texts without any. */
export const weakSamples: Partial<Record<AttackFamily, SignEntry['samples']>> = {
  sql: {
    matching: [
      'In the tutorial we type select * from jugs where size = 3 and look at the rows that come back from the shop.',
      'select name, size from jugs',
    ],
    other: ['select a name', 'the union of workers'],
  },
  nosql: {
    matching: [
      "The config of the shop has { price: 3, $where: 'see the other page' } and nobody in the team remembers what that was for.",
      'Somebody ran db.jugs.drop() in the shell of the wrong shop, and it took the team two days to get all of the data back.',
    ],
    other: ['$3 or more', 'db.shop.test'],
  },
  ldap: {
    matching: ['(&(cn=ann)(mail=ann@shop.test))', '(|(uid=ann)(uid=bob))'],
    other: ['(cn=ann)', '(ann) & (bob)'],
  },
  xpath: {
    matching: [
      "Somebody has typed jug' or position()=3 or into the search of our shop again, and nothing has happened to it.",
      "Somebody has typed jug' | //price or into the search of our shop again, and nothing has happened to the page.",
    ],
    other: ['//price', "the jug's position"],
  },
  html: {
    matching: [
      'put it between <script> and </script>',
      '<button onClick={() => add(1)}>x</button>',
    ],
    other: ['<b>bold</b>', '5 < 7'],
  },
  javascript: {
    matching: ['alert(1)', 'location=Paris'],
    other: ['1alert(1)', 'javascript:;'],
  },
  shell: {
    matching: ['run `cat /etc/hosts` first', 'the note `whoami` says it'],
    other: ['run `npm install` first', 'cats; dogs'],
  },
  php: {
    matching: [
      'In old pages you will often find that $_GET is read without any check at all, which is bad.',
      'To see what is loaded, write <?php phpinfo(); ?> into an empty page and open it in a browser.',
    ],
    other: ['phpinfo is a page', 'the superglobals of PHP'],
  },
  java: {
    matching: [
      'Never call Runtime.getRuntime().exec("ls") in a handler that everybody can reach from outside.',
      'The class java.lang.ProcessBuilder replaced most of the calls in the older parts of our build.',
    ],
    other: ['java.lang.String', 'the runtime'],
  },
  template: {
    matching: [
      'A template that prints 49 for {{7*7}} runs what visitors type into the form, as we have seen.',
      'The letter said that <%= 6*7 %> must be escaped before anybody else can see it on the page.',
    ],
    other: ['{{ name }}', '<%= name %>'],
  },
  mail: {
    matching: [
      'Thanks for your help with the order, all is well now.\nFrom: Ann Smith <ann@shop.test>\nTo: bob@shop.test\nDear Bob, my order has not arrived yet.',
      'From: ann@shop.test\nCc: bob@shop.test\nHello',
    ],
    other: ['meet at 5\nTo: the station', 'ann@shop.test'],
  },
  crlf: {
    matching: [
      'content-type: application/json\r\ncontent-length: 12',
      'HTTP/1.1 200 OK\r\nContent-Type: text/html',
    ],
    other: ['Berlin\nLocation: second floor', 'two\nlines'],
  },
  traversal: {
    matching: ['../images/logo.png', '../../assets/site.css'],
    other: ['images/../logo.png', 'and so on...'],
  },
  'file-inclusion': {
    matching: ['see file:///C:/Users/ann/report.pdf', 'the log shows zip://a'],
    other: ['report.pdf', '/usr/share/doc'],
  },
  'restricted-file': {
    matching: [request('/team/site/blob/main/.htaccess'), '/team/.gitignore'],
    other: [request('/robots.txt'), request('/.well-known/security.txt')],
  },
  ssrf: {
    matching: [
      request('/login?redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fcallback'),
      request('/search?text=http%3A%2F%2F10.0.0.5%2F+is+down'),
    ],
    other: [request('/login?redirect_uri=https%3A%2F%2Fshop.test%2F'), '127.0.0.1'],
  },
  xml: {
    matching: [
      '<!DOCTYPE svg [<!ENTITY % ns "http://www.w3.org/2000/svg">]>',
      '<!DOCTYPE a [<!ENTITY % b "c">]><a/>',
    ],
    other: ['<!DOCTYPE html>', '<!DOCTYPE note SYSTEM "note.dtd">'],
  },
  scanner: {
    matching: ['how to use sqlmap', 'sqlmap'],
    other: ['acunetix', 'security'],
  },
  protocol: {
    matching: [
      request('/', { 'x-forwarded-for': '127.0.0.1' }),
      request('/', {}, 'JEFF'),
      request('/', { 'content-type': 'multipart/form-data' }),
    ],
    other: [request('/', { 'x-forwarded-for': '203.0.113.9' }), request('/', {}, 'PROPFIND')],
  },
  evasion: {
    matching: [request('/a/./b'), request('/?a=x%c0%a7')],
    other: [request('/a/b'), '{"a":"b"}'],
  },
};
