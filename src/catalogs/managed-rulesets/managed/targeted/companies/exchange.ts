import { formPost, get, jsonPost, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  cookieHas,
  decodedQueryHas,
  decodedUriHas,
  pathHas,
  queryHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const exchangeRules = [
  detection({
    ref: 'managed-exchange-proxylogon',
    description:
      'Microsoft Exchange: sends requests as the server with a cookie (ProxyLogon, CVE-2021-26855)',
    categories: ['microsoft', 'exchange', 'ssrf', 'authentication-bypass', 'cve-2021-26855'],
    expression: allOf(
      cookieHas('x-beresource=', 'x-anonresource-backend='),
      cookieHas('~', ']@', '%7e'),
    ),
    matching: [
      get('/ecp/y.js', { cookie: 'X-BEResource=localhost~1942062522' }),
      get('/owa/auth/x.js', {
        cookie: 'X-AnonResource=true; X-AnonResource-Backend=localhost/ecp/default.flt?~3',
      }),
      xmlPost('/ecp/a.js', '<x/>', {
        cookie: 'X-BEResource=]@mail.test:443/autodiscover/autodiscover.xml?#~1',
      }),
    ],
    other: [
      get('/owa/', { cookie: 'X-BackEndCookie=abc~1; UC=1' }),
      get('/ecp/', { cookie: 'X-BEResource=mail1.example.com' }),
    ],
  }),
  detection({
    ref: 'managed-exchange-proxyshell',
    description:
      'Microsoft Exchange: reaches services of the server through Autodiscover (ProxyShell, CVE-2021-34473, CVE-2021-34523, CVE-2021-31207)',
    categories: [
      'microsoft',
      'exchange',
      'ssrf',
      'remote-code-execution',
      'cve-2021-34473',
      'cve-2021-34523',
      'cve-2021-31207',
    ],
    expression: allOf(
      pathHas('/autodiscover/autodiscover.json'),
      anyOf(pathHas('@'), decodedQueryHas('@')),
      decodedUriHas('/mapi/', '/ews/', '/ecp/', '/oab/', '/owa/'),
    ),
    matching: [
      get(
        '/autodiscover/autodiscover.json?@a.test/mapi/nspi/?&Email=autodiscover/autodiscover.json%3f@a.test',
      ),
      xmlPost('/Autodiscover/autodiscover.json?a@a.test/EWS/exchange.asmx', '<x/>'),
    ],
    other: [
      get('/autodiscover/autodiscover.json/v1.0/ada@example.com?Protocol=ActiveSync'),
      get('/autodiscover/autodiscover.json?Email=ada%40example.com&Protocol=Autodiscoverv1'),
    ],
  }),
  detection({
    ref: 'managed-exchange-powershell',
    description:
      'Microsoft Exchange: reaches PowerShell through Autodiscover or Outlook on the web (ProxyNotShell, OWASSRF, CVE-2022-41040, CVE-2022-41080, CVE-2022-41082)',
    categories: [
      'microsoft',
      'exchange',
      'ssrf',
      'remote-code-execution',
      'cve-2022-41040',
      'cve-2022-41080',
      'cve-2022-41082',
    ],
    expression: anyOf(
      allOf(pathHas('/autodiscover'), decodedUriHas('powershell'), decodedUriHas('@')),
      allOf(pathHas('/owa/'), pathHas('/powershell')),
    ),
    matching: [
      get('/autodiscover/autodiscover.json?@a.test/powershell/?X-Rps-CAT=VgEAVAdXaW'),
      xmlPost('/owa/ada@example.com/powershell', '<x/>'),
      get(
        '/autodiscover/autodiscover.json?a..foo.var/owa/&Email=autodiscover/autodiscover.json?a..foo.var@a.test&Protocol=x&FooProtocol=%50owershell',
      ),
    ],
    other: [
      get('/owa/?path=/mail/search&q=powershell'),
      get('/autodiscover/autodiscover.json?Email=ada@example.com&Protocol=EWS'),
    ],
  }),
  detection({
    ref: 'managed-exchange-view-state',
    description:
      'Microsoft Exchange: a view state in the query, signed with the key that all installations had (CVE-2020-0688)',
    categories: [
      'microsoft',
      'exchange',
      'deserialization',
      'remote-code-execution',
      'cve-2020-0688',
    ],
    expression: allOf(pathHas('/ecp/'), queryHas('__viewstate=')),
    matching: [
      get('/ecp/default.aspx?__VIEWSTATEGENERATOR=B97B4E27&__VIEWSTATE=%2FwEylAcAAQAAAP'),
      get('/ecp/Organize/x.aspx?__VIEWSTATE=x'),
    ],
    other: [
      formPost('/ecp/default.aspx', { __VIEWSTATE: '/wEP', __VIEWSTATEGENERATOR: 'B97B4E27' }),
      get('/ecp/?rfr=owa'),
    ],
  }),
  detection({
    ref: 'managed-exchange-virtual-directory',
    description:
      'Microsoft Exchange: writes a script with the address of an offline address book (CVE-2021-26858, CVE-2021-27065)',
    categories: [
      'microsoft',
      'exchange',
      'file-upload',
      'remote-code-execution',
      'cve-2021-26858',
      'cve-2021-27065',
    ],
    expression: allOf(
      pathHas('/ecp/ddi/ddiservice.svc/', '/ecp/proxylogon.ecp'),
      bodyHas('externalurl', 'filepathname'),
      bodyHas('<script', 'runat', '.aspx', 'jscript'),
    ),
    matching: [
      jsonPost('/ecp/DDI/DDIService.svc/SetObject?schema=OABVirtualDirectory', {
        properties: {
          Parameters: {
            ExternalUrl: 'http://f/<script language="JScript" runat="server">x</script>',
          },
        },
      }),
      jsonPost('/ecp/DDI/DDIService.svc/SetObject?schema=ResetOABVirtualDirectory', {
        properties: { Parameters: { FilePathName: '\\\\127.0.0.1\\c$\\inetpub\\x.aspx' } },
      }),
    ],
    other: [
      jsonPost('/ecp/DDI/DDIService.svc/SetObject?schema=OABVirtualDirectory', {
        properties: { Parameters: { ExternalUrl: 'https://mail.example.com/OAB' } },
      }),
      jsonPost('/ecp/DDI/DDIService.svc/GetList?schema=MailboxService', { filter: 'ada' }),
    ],
  }),
];
