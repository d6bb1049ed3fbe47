import {
  LONGEST_URL,
  MAX_PAGES,
  MAX_VISITORS,
  type PageObservation,
} from '../../../contracts/events/page-observation.ts';
import { bodyValidator, findBadText } from '../../../http/validation.ts';
import { HEX_ID_PATTERN } from '../../../kernel/hex-id.ts';
import { type TProperties, Type } from '../../../kernel/schema.ts';
import { END_OF_TIME } from '../../../kernel/timestamp.ts';

const LONGEST_NAME = 1_024;
const Time = Type.Integer({ minimum: 0, exclusiveMaximum: END_OF_TIME });
const Url = Type.String({ minLength: 1, maxLength: LONGEST_URL });
const Page = Type.String({ maxLength: LONGEST_URL });

const Visitor = Type.String({ pattern: '^[46][\\w-]{16}$' });

const seen = {
  zoneId: Type.String({ pattern: HEX_ID_PATTERN }),
  accountId: Type.String(),
  host: Type.String({ minLength: 1, maxLength: 260 }),
  pageUrl: Page,
  firstPageUrl: Type.Optional(Page),
  earlierPageUrls: Type.Optional(Type.Array(Page, { maxItems: MAX_PAGES })),
  visitors: Type.Array(Visitor, { maxItems: MAX_VISITORS }),
  count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  firstSeenAt: Time,
  lastSeenAt: Time,
};

const Attributes = Type.Object({
  domain: Type.Optional(Type.String({ maxLength: LONGEST_NAME })),
  path: Type.Optional(Type.String({ maxLength: LONGEST_NAME })),
  expiresAt: Type.Optional(Type.Number()),
  maxAge: Type.Optional(Type.Number()),
  sameSite: Type.Optional(Type.Enum(['lax', 'strict', 'none'])),
  secure: Type.Boolean(),
  httpOnly: Type.Boolean(),
});

const validatorOf = (members: TProperties) => bodyValidator(Type.Object({ ...seen, ...members }));
const resource = validatorOf({ url: Url });

const problemOf = {
  script: resource,
  connection: resource,
  cookie: validatorOf({
    name: Type.String({ minLength: 1, maxLength: LONGEST_NAME }),
    attributes: Type.Optional(Attributes),
  }),
  'script-hash': validatorOf({ url: Url, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  'long-url': validatorOf({ resource: Type.Enum(['script', 'connection']), url: Url }),
} satisfies Record<PageObservation['kind'], unknown>;

/** Undefined if the message is not an observation. */
export function readObservation(payload: unknown): PageObservation | undefined {
  const kind = (payload as { kind?: unknown } | null)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(problemOf, kind)) return undefined;
  const problem = problemOf[kind as PageObservation['kind']](payload);
  if (problem ?? findBadText(payload)) return undefined;
  return payload as PageObservation;
}
