import type { ResultOf } from '../../api/client.ts';

export type SecurityEvent = ResultOf<'GET /zones/{zone_id}/security/events'>[number];

/** A sign of an attack, as events of managed rules explain it. */
export interface Finding {
  readonly sign: string;
  readonly means: string;
  readonly strength: string;
  readonly place: string;
  readonly field: string;
  readonly isName: boolean;
}

/** A rule with what it has found. Events of scores list each rule that scored. */
export interface RuleFindings {
  readonly ruleId: string;
  readonly description: string;
  readonly points: number | undefined;
  readonly findings: readonly Finding[];
}

type Json = Readonly<Record<string, unknown>>;

/** Metadata depends on the kind of rule; whatever has another shape explains nothing. */
export function findingsOf({ rule_id, description, metadata }: SecurityEvent): RuleFindings[] {
  const { rules } = metadata;
  if (Array.isArray(rules)) {
    return rules.filter(isJson).map((rule) => ({
      ruleId: String(rule['rule_id']),
      description: String(rule['description']),
      points: Number(rule['points']),
      findings: readFindings(rule['findings']),
    }));
  }
  const findings = readFindings(metadata['findings']);
  return findings.length === 0
    ? []
    : [{ ruleId: rule_id, description, points: undefined, findings }];
}

function readFindings(list: unknown): readonly Finding[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isJson).map((finding) => ({
    sign: String(finding['sign']),
    means: String(finding['means']),
    strength: String(finding['strength']),
    place: String(finding['place']),
    field: String(finding['field']),
    isName: finding['in_name'] === true,
  }));
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** The score of a rule that adds up what others have found, with its threshold. */
export function scoreOf({ metadata: { score, threshold } }: SecurityEvent) {
  return typeof score === 'number' && typeof threshold === 'number'
    ? { score, threshold }
    : undefined;
}

const placeNames: Readonly<Record<string, string>> = {
  path: 'the path',
  query: 'query argument',
  form: 'form field',
  json: 'JSON member',
  xml: 'XML element',
  multipart: 'form field',
  file: 'file',
  header: 'header',
  cookie: 'cookie',
  body: 'the body',
};

/** Where a value is, in words; its name follows. */
export function placeName({ place, isName }: Pick<Finding, 'place' | 'isName'>): string {
  const name = placeNames[place] ?? place;
  return isName ? `the name of ${name}` : name;
}

const verbs: Readonly<Record<string, string>> = {
  block: 'Blocked by',
  log: 'Logged by',
  skip: 'Skipped by',
  challenge: 'Challenged by',
  jschallenge: 'Challenged by',
  managedchallenge: 'Challenged by',
  rewrite: 'Rewritten by',
};

/** The start of a sentence that goes on with the name of the rule. */
export function verbOf({ action }: SecurityEvent): string {
  return verbs[action] ?? `${actionName(action)} by`;
}

const actionNames: Readonly<Record<string, string>> = {
  managedchallenge: 'Managed challenge',
  jschallenge: 'JavaScript challenge',
};

const outcomes = /^(challenge|jschallenge|managedchallenge)(\w+)$/;

/** `Managed challenge`, `Challenge solved`. */
export function actionName(action: string): string {
  const [, challenge = '', outcome = ''] = outcomes.exec(action) ?? [];
  if (outcome !== '') {
    const words = outcome.replace(
      /^(non)?interactive/,
      (_, non) => `${non ? 'non-' : ''}interactive `,
    );
    return `${actionName(challenge)} ${words}`;
  }
  return actionNames[action] ?? action.charAt(0).toUpperCase() + action.slice(1);
}

export function ruleName({ description, ref, rule_id, service }: SecurityEvent): string {
  return description || ref || rule_id || service;
}

const productNames: Readonly<Record<string, string>> = {
  dlp: 'Sensitive data',
  firewallcustom: 'Custom rules',
  firewallmanaged: 'Managed rules',
  firewallrules: 'Firewall rules',
  ratelimit: 'Rate limits',
  validation: 'Validation',
  waf: 'Previous managed rules',
};

/** The product that an event is from, by its name in filters. */
export function productName(source: string): string {
  return productNames[source] ?? source;
}

/** `PT`, or `unknown`. */
export function countryName(country: string): string {
  return country.length === 2 ? country.toUpperCase() : country;
}
