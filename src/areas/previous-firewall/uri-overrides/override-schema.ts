import { limits } from '../../../catalogs/limits.ts';
import { managedPackage } from '../../../catalogs/previous-firewall/managed-package.ts';
import { denyModes } from '../../../catalogs/previous-firewall/previous-package.ts';
import { ReadOnly, withExample } from '../../../http/common-schema.ts';
import { type TSchema, Type } from '../../../kernel/schema.ts';
import { completeOverride, type UriOverride } from './override-model.ts';

const Action = Type.Enum([...denyModes]);

/** By the id of a group or a rule. */
const Actions = Type.Record(Type.String({ pattern: '^[0-9A-Za-z]{1,32}$' }), Action, {
  maxProperties: 1000,
});

const RewriteAction = Type.Object(
  Object.fromEntries(denyModes.map((mode) => [mode, Type.Optional(Action)])),
);

const Urls = Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
  minItems: 1,
  maxItems: limits.urlsPerUriOverride,
});

const PRIORITY_LIMIT = 1_000_000_000;
const priorityBounds = { minimum: -PRIORITY_LIMIT, maximum: PRIORITY_LIMIT };
const Description = Type.Union([Type.String({ maxLength: 1024 }), Type.Null()]);

const [exampleRule] = managedPackage.rules;

const example = {
  urls: ['shop.example.com/search*'],
  priority: 1,
  rules: { [exampleRule?.id ?? '']: 'simulate' },
  rewrite_action: { block: 'challenge' },
};

const optionalMembers = {
  description: Type.Optional({ ...Description, default: null }),
  priority: Type.Optional(Type.Integer({ ...priorityBounds, default: 0 })),
  paused: Type.Optional(Type.Boolean({ default: false })),
  groups: Type.Optional({ ...Actions, default: {} }),
};

const readOnly = { id: ReadOnly, created_on: ReadOnly, modified_on: ReadOnly };

/** `optional` are the members that only a replacement needs. */
const bodyOf = (optional: { readonly rules: TSchema; readonly rewrite_action: TSchema }) =>
  withExample(Type.Object({ urls: Urls, ...optionalMembers, ...optional, ...readOnly }), example);

export const OverrideBody = bodyOf({
  rules: Type.Optional({ ...Actions, default: {} }),
  rewrite_action: Type.Optional({ ...RewriteAction, default: {} }),
});

export const OverrideReplacement = withExample(
  Type.Object({
    ...optionalMembers,
    id: Type.String({ maxLength: 32 }),
    urls: Urls,
    rules: Actions,
    rewrite_action: RewriteAction,
    created_on: ReadOnly,
    modified_on: ReadOnly,
  }),
  { id: '$OVERRIDE_ID', ...example },
);

export const OverrideResponse = Type.Object({
  id: Type.String(),
  description: Description,
  urls: Type.Array(Type.String()),
  priority: Type.Integer(),
  groups: Actions,
  rules: Actions,
  rewrite_action: RewriteAction,
  paused: Type.Boolean(),
});

export function overrideResponse({ id, document }: UriOverride) {
  return { id, ...completeOverride(document) };
}
