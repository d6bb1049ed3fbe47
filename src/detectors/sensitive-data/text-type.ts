import { BoundedMap } from '../../kernel/bounded-map.ts';

/** How the bytes of a body are to be read as text. */
export interface TextType {
  readonly kind: 'html' | 'xml' | 'json' | 'text';
  /** As declared, in lower case. */
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

/** A site has few types, and every answer asks. */
const known = new BoundedMap<string, TextType | 'no text'>(256);

/** Undefined for types whose bytes are no text. */
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
