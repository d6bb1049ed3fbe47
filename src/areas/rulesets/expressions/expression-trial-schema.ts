import { phases } from '../../../catalogs/phases.ts';
import {
  type ExplainedClause,
  fromByteString,
  printIp,
  type Value,
} from '../../../expression/expression.ts';
import { Type } from '../../../kernel/schema.ts';
import type { TrialOutcome } from './expression-trial.ts';

/** Longer values are cut. */
const SHOWN_CHARACTERS = 500;
const closed = { additionalProperties: false };
/** The phase if none is named. */
export const CUSTOM_RULES = 'http_request_firewall_custom';

const phaseNames = phases.map(({ name }) => name);

export const ReferenceQuery = Type.Object({
  phase: Type.Enum(phaseNames, { default: CUSTOM_RULES }),
});

export const TrialRequestBody = Type.Object(
  {
    method: Type.Optional(
      Type.String({ pattern: '^[A-Za-z-]{1,32}$', 'x-expected': 'an HTTP method such as GET' }),
    ),
    url: Type.String({
      pattern: '^https?://[^/?#\\s]+[^\\s#]*$',
      'x-expected': 'an http or https URL without spaces and without a fragment',
      maxLength: 8192,
      examples: ['https://shop.test/login?next=/'],
    }),
    headers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({
              pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$",
              'x-expected': 'the name of a header, with at most 256 characters',
            }),
            value: Type.String({
              pattern: '^[^\\r\\n\\u0000]*$',
              'x-expected': 'a text without line breaks',
              maxLength: 8192,
            }),
          },
          closed,
        ),
        { maxItems: 100 },
      ),
    ),
    body: Type.Optional(Type.String({ maxLength: 131_072 })),
    client_address: Type.Optional(Type.String({ maxLength: 64 })),
  },
  closed,
);

export const TrialBody = Type.Object(
  {
    expression: Type.String({ minLength: 1, examples: ['http.host eq "shop.test"'] }),
    phase: Type.Optional(Type.Enum(phaseNames)),
    /** A condition by default. Rate limits count by one that may read the response; rewrites and redirects compute texts. */
    use: Type.Optional(Type.Enum(['condition', 'counting', 'text'])),
    request: Type.Optional(TrialRequestBody),
  },
  closed,
);

const Clause = Type.Object({
  kind: Type.Enum(['and', 'or', 'xor', 'not', 'condition']),
  expression: Type.String(),
  result: Type.Boolean(),
  /** Of conditions: the fields that they read. Missing values are null. */
  values: Type.Array(
    Type.Object({ name: Type.String(), value: Type.Union([Type.String(), Type.Null()]) }),
  ),
  /** Positions of the parts in the list of clauses. */
  parts: Type.Array(Type.Integer()),
});

export const TrialResponse = Type.Object({
  expression: Type.String(),
  /** Only if a request was sent. */
  trial: Type.Optional(
    Type.Object({
      matches: Type.Boolean(),
      unanimous: Type.Boolean(),
      unknown: Type.Array(Type.String()),
      /** The whole expression first. */
      clauses: Type.Array(Clause),
    }),
  ),
});

/** The tree as a list, because schemas of clients handle no recursion. */
export function trialResponse({ matches, isUnanimous, unknown, clause }: TrialOutcome) {
  const clauses: unknown[] = [];
  const add = ({ kind, text, result, values, clauses: parts }: ExplainedClause): number => {
    const at = clauses.push(undefined) - 1;
    clauses[at] = {
      kind,
      expression: text,
      result,
      values: [...values].map(([name, value]) => ({ name, value: valueText(value) })),
      parts: parts.map(add),
    };
    return at;
  };
  add(clause);
  return { matches, unanimous: isUnanimous, unknown, clauses };
}

function valueText(value: Value | undefined): string | null {
  if (value === undefined) return null;
  const shown = plain(value);
  const text = typeof shown === 'object' ? JSON.stringify(shown) : String(shown);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function plain(value: Value): unknown {
  if (typeof value === 'string') return fromByteString(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, each]) => [fromByteString(key), plain(each)]));
  }
  if (Array.isArray(value)) return value.map(plain);
  return 'family' in value ? printIp(value) : undefined;
}

export const ReferenceResponse = Type.Object({
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String(),
      side: Type.Enum(['request', 'response', 'both']),
      description: Type.String(),
      /** False if no request has a value, because the node has no data for it. */
      filled: Type.Boolean(),
    }),
  ),
  functions: Type.Array(
    Type.Object({ name: Type.String(), call: Type.String(), description: Type.String() }),
  ),
  operators: Type.Array(
    Type.Object({ spellings: Type.Array(Type.String()), left: Type.Array(Type.String()) }),
  ),
  logic: Type.Array(Type.Object({ spellings: Type.Array(Type.String()) })),
  /** Of the account, as far as the credential can read them. */
  lists: Type.Array(Type.Object({ name: Type.String(), kind: Type.String() })),
});
