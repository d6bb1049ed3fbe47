import type { AttackFamily } from '../attacks/attack-families.ts';
import { ruleIdOf } from '../managed-rulesets/managed-rule-base.ts';
import type { PreviousGroup } from './previous-package.ts';

const group = (name: string, description: string, tag?: string): PreviousGroup => ({
  id: ruleIdOf(`previous-group ${name}`),
  name,
  description,
  tag,
});

/** Groups with a tag contain the rules that have it. */
export const taggedGroups: readonly PreviousGroup[] = [
  group('Palisade Drupal', 'Attacks on Drupal', 'drupal'),
  group('Palisade Joomla', 'Attacks on Joomla', 'joomla'),
  group('Palisade Magento', 'Attacks on Magento', 'magento'),
  group('Palisade Php', 'Attacks on PHP, its frameworks and its applications', 'php'),
  group('Palisade WordPress', 'Attacks on WordPress and its plugins', 'wordpress'),
];

/** Rules without such a tag: those against one product, and those against a family of attacks. */
export const miscellaneousGroup = group(
  'Palisade Miscellaneous',
  'Attacks on other products, each with a known vulnerability',
);
export const specialsGroup = group('Palisade Specials', 'Attacks of any kind on any site');

const owasp = (name: string, description: string) => group(`OWASP ${name}`, description);

const badRobots = owasp('Bad Robots', 'Scanners for vulnerabilities');
const genericAttacks = owasp('Generic Attacks', 'Commands and code in values of a request');
const httpPolicy = owasp('HTTP Policy', 'Files that sites neither publish nor accept');
const protocolAnomalies = owasp('Protocol Anomalies', 'Requests that hide what they contain');
const protocolViolations = owasp('Protocol Violations', 'Requests that break the rules of HTTP');
const sqlInjection = owasp('SQL Injection Attacks', 'SQL in values of a request');
const tightSecurity = owasp('Tight Security', 'Paths that leave the folder of the site');
const trojans = owasp('Trojans', 'Calls of programs that attackers have left');
const crossSiteScripting = owasp('XSS Attacks', 'HTML and script in values of a request');

/** The group of the rules of each family of attacks. */
export const groupOfFamily: Readonly<Record<AttackFamily, PreviousGroup>> = {
  sql: sqlInjection,
  html: crossSiteScripting,
  javascript: crossSiteScripting,
  shell: genericAttacks,
  php: genericAttacks,
  java: genericAttacks,
  template: genericAttacks,
  deserialization: genericAttacks,
  nosql: genericAttacks,
  ldap: genericAttacks,
  xpath: genericAttacks,
  xml: genericAttacks,
  ssi: genericAttacks,
  mail: genericAttacks,
  crlf: protocolViolations,
  traversal: tightSecurity,
  'file-inclusion': genericAttacks,
  'restricted-file': httpPolicy,
  ssrf: genericAttacks,
  upload: httpPolicy,
  webshell: trojans,
  scanner: badRobots,
  protocol: protocolViolations,
  evasion: protocolAnomalies,
};
