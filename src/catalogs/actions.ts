import { type TSchema, Type } from '../kernel/schema.ts';
import { bypassProducts } from './bypassed-phases.ts';

/** An action of rules, with the parameters that it takes. */
export interface RuleAction {
  readonly name: string;
  /** A match ends the evaluation of the phase. */
  readonly terminating: boolean;
  readonly parameters: TSchema | undefined;
  readonly parametersRequired: boolean;
}

const closed = { additionalProperties: false };
const HexId = Type.String({ pattern: '^[0-9a-f]{32}$' });
const NonEmpty = Type.String({ minLength: 1 });

/** A fixed value or an expression. The rule check ensures that there is exactly one. */
const Value = Type.Object(
  { value: Type.Optional(Type.String()), expression: Type.Optional(NonEmpty) },
  closed,
);

const OverrideMembers = {
  action: Type.Optional(NonEmpty),
  enabled: Type.Optional(Type.Boolean()),
  sensitivity_level: Type.Optional(Type.Enum(['default', 'medium', 'low', 'eoff'])),
};

const Execute = Type.Object(
  {
    id: HexId,
    version: Type.Optional(Type.String({ pattern: '^(latest|[1-9][0-9]{0,14})$' })),
    matched_data: Type.Optional(Type.Object({ public_key: NonEmpty }, closed)),
    overrides: Type.Optional(
      Type.Object(
        {
          ...OverrideMembers,
          categories: Type.Optional(
            Type.Array(
              Type.Object(
                { category: NonEmpty, ...OverrideMembers },
                { ...closed, minProperties: 2 },
              ),
            ),
          ),
          rules: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  id: HexId,
                  score_threshold: Type.Optional(Type.Integer({ minimum: 1 })),
                  ...OverrideMembers,
                },
                { ...closed, minProperties: 2 },
              ),
            ),
          ),
        },
        { ...closed, minProperties: 1 },
      ),
    ),
  },
  closed,
);

const Skip = Type.Object(
  {
    ruleset: Type.Optional(Type.Literal('current')),
    phase: Type.Optional(Type.Literal('current')),
    phases: Type.Optional(Type.Array(NonEmpty, { minItems: 1 })),
    rulesets: Type.Optional(Type.Array(HexId, { minItems: 1 })),
    rules: Type.Optional(Type.Record(Type.String(), Type.Array(HexId, { minItems: 1 }))),
    products: Type.Optional(Type.Array(Type.Enum([...bypassProducts]), { minItems: 1 })),
  },
  { ...closed, minProperties: 1 },
);

const contentTypes = ['text/html', 'text/plain', 'application/json', 'text/xml'];

const Block = Type.Object(
  {
    response: Type.Optional(
      Type.Object(
        {
          status_code: Type.Integer({ minimum: 400, maximum: 499 }),
          content: Type.String({ minLength: 1, maxLength: 30_720 }),
          content_type: Type.Enum(contentTypes),
        },
        closed,
      ),
    ),
  },
  closed,
);

const HeaderChange = Type.Object(
  { operation: Type.Enum(['set', 'add', 'remove']), ...Value.properties },
  closed,
);

const Rewrite = Type.Object(
  {
    headers: Type.Optional(Type.Record(Type.String(), HeaderChange, { minProperties: 1 })),
    uri: Type.Optional(
      Type.Object(
        {
          path: Type.Optional(Value),
          query: Type.Optional(Value),
          origin: Type.Optional(Type.Boolean()),
        },
        { ...closed, minProperties: 1 },
      ),
    ),
  },
  { ...closed, minProperties: 1 },
);

const Redirect = Type.Object(
  {
    from_value: Type.Optional(
      Type.Object(
        {
          target_url: Value,
          status_code: Type.Optional(Type.Enum([301, 302, 303, 307, 308])),
          preserve_query_string: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
    ),
    from_list: Type.Optional(Type.Object({ name: NonEmpty, key: NonEmpty }, closed)),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);

const Route = Type.Object(
  {
    host_header: Type.Optional(NonEmpty),
    origin: Type.Optional(
      Type.Object(
        {
          host: Type.Optional(NonEmpty),
          port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
        },
        { ...closed, minProperties: 1 },
      ),
    ),
    sni: Type.Optional(Type.Object({ value: NonEmpty }, closed)),
  },
  { ...closed, minProperties: 1 },
);

const ServeError = Type.Object(
  {
    content: Type.Optional(Type.String({ minLength: 1, maxLength: 10_240 })),
    asset_name: Type.Optional(NonEmpty),
    content_type: Type.Optional(Type.Enum(contentTypes)),
    status_code: Type.Optional(Type.Integer({ minimum: 400, maximum: 999 })),
  },
  { ...closed, minProperties: 1 },
);

const Fields = Type.Optional(Type.Array(Type.Object({ name: NonEmpty }, closed), { minItems: 1 }));

const ResponseFields = Type.Optional(
  Type.Array(
    Type.Object({ name: NonEmpty, preserve_duplicates: Type.Optional(Type.Boolean()) }, closed),
    { minItems: 1 },
  ),
);

const LogCustomField = Type.Object(
  {
    request_fields: Fields,
    transformed_request_fields: Fields,
    response_fields: ResponseFields,
    raw_response_fields: ResponseFields,
    cookie_fields: Fields,
  },
  { ...closed, minProperties: 1 },
);

const CompressResponse = Type.Object(
  {
    algorithms: Type.Array(
      Type.Object(
        { name: Type.Enum(['none', 'auto', 'default', 'gzip', 'brotli', 'zstd']) },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);

/** Settings of products that are stored and returned unchanged. */
const Stored = Type.Object({}, { additionalProperties: true, minProperties: 1 });

const action = (
  name: string,
  terminating: boolean,
  parameters?: TSchema,
  parametersRequired = parameters !== undefined,
): RuleAction => ({ name, terminating, parameters, parametersRequired });

export const actions: readonly RuleAction[] = [
  action('block', true, Block, false),
  action('challenge', true),
  action('compress_response', false, CompressResponse),
  action('execute', false, Execute),
  action('js_challenge', true),
  action('log', false),
  action('log_custom_field', false, LogCustomField),
  action('managed_challenge', true),
  action('redirect', true, Redirect),
  action('rewrite', false, Rewrite),
  action('route', false, Route),
  action('score', false, Type.Object({ increment: Type.Integer() }, closed)),
  action('serve_error', true, ServeError),
  action('set_cache_control', false, Stored),
  action('set_cache_settings', false, Stored),
  action('set_cache_tags', false, Stored),
  action('set_config', false, Stored),
  action('skip', false, Skip),
];

const actionsByName = new Map(actions.map((entry) => [entry.name, entry]));

export function actionByName(name: string): RuleAction | undefined {
  return actionsByName.get(name);
}
