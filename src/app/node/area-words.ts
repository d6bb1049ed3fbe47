/**
 * Words for tasks that an area of the API is for, by the tag of its operations. The search of the documentation page finds the area by them.
 * Rules serve many tasks that no operation is named after.
 */
const rules =
  'rule redirect url rewrite path header transform origin block allow skip challenge country geo ip address firewall waf rate limit throttle managed owasp attack log field';

export const areaWords: Readonly<Record<string, string>> = {
  'Account rulesets': rules,
  'Zone rulesets': rules,
  Lists: 'bulk redirect block allow ip address network host',
  'Firewall rules': 'block allow country ip address challenge',
  'Page rules': 'redirect forward url https',
  'Zone settings': 'https tls ssl http2 hsts security header redirect',
};
