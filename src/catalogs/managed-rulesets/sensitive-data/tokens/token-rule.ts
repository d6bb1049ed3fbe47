import type { Boundary } from '../../boundary.ts';
import { found, type SensitiveDataRule, sensitiveDataRule } from '../sensitive-data-rule.ts';
import type { ValidatorName } from '../validator-name.ts';
import {
  oneOf,
  patternOf,
  placeholderOf,
  prefixesOf,
  sampleOf,
  shortSampleOf,
} from './token-form.ts';

export interface TokenEntry {
  readonly ref: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** See `token-form.ts`. */
  readonly forms: readonly string[];
  /** Names of the service, one of which must be in the name that the token is assigned to. */
  readonly names: readonly string[];
  readonly validator?: ValidatorName;
  readonly boundary?: Boundary;
}

/**
 * The text between the name of a service and the value: the rest of a name, then an operator of settings, code, XML or
 * a setter (`_TOKEN ?= "`, `Token" => "`, `Token>`, `Token("`, `TOKEN", "`).
 */
export const ASSIGNMENT =
  '[A-Za-z0-9 \\t_.-]{0,40}["\'`\\\\)\\]]{0,3}[ \\t]{0,4}[=:>?|,(]{1,4}[ \\t\\r\\n"\'`\\\\=]{0,20}';

/**
 * A row of a table: reference, description, forms, names of the service (in lower case; none if the forms have a prefix of
 * their own), and what differs from other rules.
 */
type TokenRow = readonly [
  string,
  string,
  readonly string[],
  (readonly string[])?,
  Pick<TokenEntry, 'boundary' | 'validator'>?,
];

/** A rule for each row. */
export function tokenRules(tag: string, rows: readonly TokenRow[]): readonly SensitiveDataRule[] {
  return rows.map(([ref, description, forms, names = [], options]) =>
    tokenRule({ ref, description, tags: [tag], forms, names, ...options }),
  );
}

function tokenRule(entry: TokenEntry): SensitiveDataRule {
  return entry.names.length === 0 ? prefixedRule(entry) : namedRule(entry);
}

function prefixedRule({
  ref,
  description,
  tags,
  forms,
  validator = 'random-token',
  boundary = 'word',
}: TokenEntry): SensitiveDataRule {
  const prefixes = forms.map(prefixesOf);
  return sensitiveDataRule({
    ref,
    description,
    group: 'secrets',
    tags,
    patterns: forms.map(patternOf),
    keywords: prefixes.every(({ length }) => length > 0) ? prefixes.flat() : [],
    validator,
    boundary,
    samples: {
      matching: forms.flatMap((form, index) => [
        found('token: ', sampleOf(form, index + 1)),
        found('"', sampleOf(form, index + 11), '"'),
      ]),
      other: forms.flatMap((form) => [shortSampleOf(form, 1), placeholderOf(form)]),
    },
  });
}

function namedRule({
  ref,
  description,
  tags,
  forms,
  names,
  validator = 'service-token',
}: TokenEntry): SensitiveDataRule {
  const [name = ''] = names;
  return sensitiveDataRule({
    ref,
    description,
    group: 'secrets',
    tags,
    patterns: forms.map((form) => `${oneOf(names)}${ASSIGNMENT}(${patternOf(form)})`),
    ignoreCase: true,
    keywords: names,
    validator,
    beginsWord: true,
    samples: {
      matching: forms.flatMap((form, index) => [
        found(`${name}_token ?= "`, sampleOf(form, index + 1), '"'),
        found(`{\\"${name}Key\\": \\"`, sampleOf(form, index + 11), '\\"}'),
        found(`<${name}Token>\n  `, sampleOf(form, index + 21), '\n<'),
        found(`set("${name.toUpperCase()}_KEY", "`, sampleOf(form, index + 31), '")'),
      ]),
      other: forms.flatMap((form) => [
        `unrelated = "${sampleOf(form, 1)}"`,
        `${name}_token = "${shortSampleOf(form, 1)}"`,
        `${name}_token = "${placeholderOf(form)}"`,
      ]),
    },
  });
}
