import { ruleIdOf } from '../managed-rule-base.ts';
import { formPost, get } from '../request-samples.ts';
import type { GuardRule } from './credential-rule.ts';

const ref = 'exposed-credentials-header-guard';

/** All spellings must be refused, because many applications treat `_` and `-` in header names alike. */
const names = [
  'exposed-credential-check',
  'exposed_credential_check',
  'exposed-credential_check',
  'exposed_credential-check',
];

/**
 * The origin trusts `Exposed-Credential-Check`, so only Palisade may set it. This rule runs first: a forged header is
 * refused before a rule sets the real one.
 */
export const guardRule: GuardRule = {
  kind: 'guard',
  id: ruleIdOf(ref),
  ref,
  description: 'Requests that already carry the Exposed-Credential-Check header',
  categories: ['exposed-credentials', 'header'],
  defaultAction: 'block',
  defaultEnabled: true,
  version: '1',
  headers: names,
  expression: names.map((name) => `has_key(http.request.headers, "${name}")`).join(' or '),
  samples: {
    matching: [
      { ...get('/'), headers: { 'exposed-credential-check': '1' } },
      { ...get('/'), headers: { exposed_credential_check: '0' } },
      {
        ...formPost('/login', { username: 'ada', password: 'lovelace' }),
        headers: { 'exposed-credential-check': '' },
      },
    ],
    other: [
      get('/?exposed-credential-check=1'),
      { ...get('/'), headers: { 'x-exposed-credential-check': '1' } },
    ],
  },
};
