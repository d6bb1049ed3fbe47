import type { ManagedRuleset } from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import { phaseByName, phases } from '../../catalogs/phases.ts';
import { ReadOnly, Resettable } from '../../http/common-schema.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { toMicrosecondText } from '../../kernel/timestamp.ts';
import type {
  ActionParameters,
  CredentialCheck,
  KeptRule,
  RateLimit,
  Rule,
  RuleDraft,
  Ruleset,
} from './ruleset-model.ts';

const closed = { additionalProperties: false };
const NonEmpty = Type.String({ minLength: 1 });

const RateLimitBody = Type.Object(
  {
    characteristics: Type.Array(NonEmpty, { minItems: 1, maxItems: 20 }),
    period: Type.Enum([10, 60, 120, 300, 600, 3600]),
    requests_per_period: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    counting_expression: Type.Optional(Type.String()),
    mitigation_timeout: Type.Optional(Type.Enum([0, 10, 60, 120, 300, 600, 3600, 86_400])),
    requests_to_origin: Type.Optional(Type.Boolean()),
    score_per_period: Type.Optional(Type.Integer({ minimum: 1 })),
    score_response_header_name: Type.Optional(NonEmpty),
  },
  closed,
);

/** Each action validates its own parameters. */
const Parameters = Type.Object({}, { additionalProperties: true });

const ruleMembers = {
  id: Type.Optional(Type.String()),
  ref: Type.Optional(Type.String({ maxLength: 256 })),
  action: Type.Optional(
    Type.String({ pattern: '^[a-z_]*$', 'x-expected': 'the name of an action, such as block' }),
  ),
  action_parameters: Type.Optional(Parameters),
  expression: Type.Optional(Type.String()),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  enabled: Type.Optional(Type.Boolean()),
  logging: Type.Optional(Type.Object({ enabled: Type.Boolean() }, closed)),
  ratelimit: Type.Optional(RateLimitBody),
  exposed_credential_check: Type.Optional(
    Type.Object(
      {
        username_expression: Type.String({ minLength: 1, maxLength: 1024 }),
        password_expression: Type.String({ minLength: 1, maxLength: 1024 }),
      },
      closed,
    ),
  ),
  version: ReadOnly,
  last_updated: ReadOnly,
  categories: ReadOnly,
  score_threshold: ReadOnly,
};

const PositionBody = Type.Object(
  {
    before: Type.Optional(Type.String()),
    after: Type.Optional(Type.String()),
    index: Type.Optional(Type.Integer()),
  },
  closed,
);

export const RuleBody = Type.Object({ ...ruleMembers, position: Type.Optional(PositionBody) });

const RuleInList = Type.Object(ruleMembers);

const EXAMPLE_PHASE = 'http_request_firewall_custom';

const PhaseName = Type.Enum(
  phases.map(({ name }) => name),
  { examples: [EXAMPLE_PHASE] },
);

const rulesetReadOnly = {
  id: ReadOnly,
  version: ReadOnly,
  last_updated: ReadOnly,
  source: ReadOnly,
};

export const RulesetCreateBody = Type.Object({
  name: NonEmpty,
  description: Type.Optional(Type.String()),
  kind: Type.Enum(['managed', 'custom', 'root', 'zone']),
  phase: PhaseName,
  rules: Type.Optional(Type.Array(RuleInList, { maxItems: 5000 })),
  ...rulesetReadOnly,
});

export const RulesetUpdateBody = Type.Object({
  name: Type.Optional(NonEmpty),
  description: Resettable(Type.String()),
  kind: Type.Optional(Type.String()),
  phase: Type.Optional(Type.String()),
  rules: Resettable(Type.Array(RuleInList, { maxItems: 5000 })),
  ...rulesetReadOnly,
});

export const PhaseParams = { phase: PhaseName };

const blockRule = {
  action: 'block',
  expression: 'starts_with(http.request.uri.path, "/admin")',
  description: 'Close the administration',
};

const executeRule = {
  action: 'execute',
  expression: 'http.host eq "www.shop.test"',
  action_parameters: { id: '$RULESET_ID' },
};

/** Bodies for the documentation. Entry points of accounts only execute other rulesets. */
export const rulesetExamples = {
  rule: blockRule,
  rules: { rules: [blockRule] },
  zone: {
    ruleset: { name: 'Firewall', kind: 'zone', phase: EXAMPLE_PHASE, rules: [blockRule] },
    entryPoint: { rules: [blockRule] },
  },
  account: {
    ruleset: { name: 'Firewall', kind: 'custom', phase: EXAMPLE_PHASE, rules: [blockRule] },
    entryPoint: { rules: [executeRule] },
  },
};

const RuleResponse = Type.Object({
  id: Type.String(),
  version: Type.String(),
  action: Type.String(),
  action_parameters: Type.Optional(Parameters),
  expression: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  categories: Type.Optional(Type.Array(Type.String())),
  score_threshold: Type.Optional(Type.Integer()),
  last_updated: Type.String(),
  ref: Type.String(),
  enabled: Type.Boolean(),
  logging: Type.Optional(Type.Object({ enabled: Type.Boolean() })),
  ratelimit: Type.Optional(Parameters),
  exposed_credential_check: Type.Optional(Parameters),
});

export const RulesetHeadResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  kind: Type.String(),
  phase: Type.String(),
  version: Type.String(),
  last_updated: Type.String(),
  source: Type.Optional(Type.String()),
});

/** Null is the result of a dry run. */
export const RulesetResponse = Type.Union([
  Type.Object({ ...RulesetHeadResponse.properties, rules: Type.Array(RuleResponse) }),
  Type.Null(),
]);

/** An empty text in these members stands for none: migration tools send rules that way. */
const orAbsent = (text: string | undefined) => (text === '' ? undefined : text);

export function toRuleEntry(body: Static<typeof RuleInList>): RuleDraft | KeptRule {
  const id = orAbsent(body.id);
  const isOnlyId = Object.entries(body).every(([name, value]) => name === 'id' || value === '');
  if (id !== undefined && isOnlyId) {
    return { id, keep: true };
  }
  return toRuleDraft(body);
}

export function toRuleDraft(body: Static<typeof RuleInList>): RuleDraft {
  const id = orAbsent(body.id);
  const ref = orAbsent(body.ref);
  return {
    ...(id !== undefined && { id }),
    ...(ref !== undefined && { ref }),
    action: body.action ?? '',
    ...(body.action_parameters && { parameters: toParameters(body) }),
    expression: body.expression ?? '',
    ...(body.description !== undefined && { description: body.description }),
    enabled: body.enabled ?? true,
    ...(body.logging && { logging: body.logging }),
    ...(body.ratelimit && { ratelimit: body.ratelimit as RateLimit }),
    ...(body.exposed_credential_check && {
      credentialCheck: body.exposed_credential_check as CredentialCheck,
    }),
  };
}

/** Without a version, `execute` uses the latest one, and responses show `latest`. */
function toParameters({ action, action_parameters: sent }: Static<typeof RuleInList>) {
  const parameters = sent as ActionParameters;
  if (action !== 'execute' || parameters['version'] !== undefined) return parameters;
  const { id, ...others } = parameters;
  return { id, version: 'latest', ...others };
}

/** True when a PATCH holds more than a new position for the rule. */
export function definesRule(body: Static<typeof RuleBody>): boolean {
  return Object.keys(body).some((name) => name !== 'position');
}

export function rulesetHeadResponse(ruleset: Omit<Ruleset, 'rules'>) {
  const source = phaseByName(ruleset.phase)?.source;
  return {
    id: ruleset.id,
    name: ruleset.name,
    description: ruleset.description,
    kind: ruleset.kind,
    phase: ruleset.phase,
    version: String(ruleset.version),
    last_updated: toMicrosecondText(ruleset.updatedAt),
    ...(source !== undefined && { source }),
  };
}

export function rulesetResponse(ruleset: Ruleset) {
  return { ...rulesetHeadResponse(ruleset), rules: ruleset.rules.map(ruleResponse) };
}

function ruleResponse(rule: Rule) {
  return {
    id: rule.id,
    version: String(rule.version),
    action: rule.action,
    ...(rule.parameters && { action_parameters: rule.parameters }),
    expression: rule.expression,
    ...(rule.description !== undefined && { description: rule.description }),
    last_updated: toMicrosecondText(rule.updatedAt),
    ref: rule.ref,
    enabled: rule.enabled,
    ...(rule.logging && { logging: rule.logging }),
    ...(rule.ratelimit && { ratelimit: rule.ratelimit }),
    ...(rule.credentialCheck && { exposed_credential_check: rule.credentialCheck }),
  };
}

export function managedHeadResponse(managed: ManagedRuleset) {
  return {
    id: managed.id,
    name: managed.name,
    description: managed.description,
    kind: 'managed',
    phase: managed.phase,
    version: managed.version,
    last_updated: managed.lastUpdated,
    source: 'firewall_managed',
  };
}

/** Rules of managed rulesets are returned without their expressions. */
export const SamplesResponse = Type.Object({
  matching: Type.Array(Type.String()),
  other: Type.Array(Type.String()),
});

export function managedResponse(managed: ManagedRuleset, rules = managed.rules) {
  return {
    ...managedHeadResponse(managed),
    rules: rules.map((rule) => ({
      id: rule.id,
      version: rule.version,
      action: rule.defaultAction,
      description: rule.description,
      categories: rule.categories,
      ...(rule.kind === 'threshold' && { score_threshold: rule.scoreThreshold }),
      last_updated: managed.lastUpdated,
      ref: rule.ref,
      enabled: rule.defaultEnabled,
    })),
  };
}
