import { BoundedMap } from '../../kernel/bounded-map.ts';

/** The type of a body with text, and its charset. */
export interface TextType {
  readonly kind: 'html' | 'xml' | 'json' | 'text';
  /** The declared charset in lower case. */
  readonly charset: string | undefined;
}

const kinds: readonly (readonly [RegExp, TextType['kind']])[] = [
  [/^(?:text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^(?:(?:text|application)\/xml|[^/]+\/[^/]+\+xml)$/, 'xml'],
  [/^(?:(?:text|application)\/(?:x-)?(?:json|ndjson|jsonl)|[^/]+\/[^/]+\+json)$/, 'json'],
  [/^text\/[^/]+$/, 'text'],
  [
    /^application\/(?:(?:x-)?(?:javascript|ecmascript|yaml|toml|sql|sh)|graphql|csv|x-www-form-urlencoded)$/,
    'text',
  ],
];

/** Cached: a site has few content types, and each response needs one. */
const known = new BoundedMap<string, TextType | 'no text'>(256);

/** Undefined for types that are not text. */
export function textTypeOf(contentType: string): TextType | undefined {
  const before = known.get(contentType);
  const type = before ?? readType(contentType) ?? 'no text';
  if (before === undefined) known.set(contentType, type);
  return type === 'no text' ? undefined : type;
}

function readType(contentType: string): TextType | undefined {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const kind = kinds.find(([pattern]) => pattern.test(type.trim()))?.[1];
  if (kind === undefined) return undefined;
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*["']?([^"'\s]+)/.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { kind, charset };
}
