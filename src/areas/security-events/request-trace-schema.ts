import {
  type RequestTrace,
  type RuleTrace,
  ruleOutcomes,
  type TraceDecision,
  valueStates,
} from '../../contracts/events/request-trace.ts';
import { bodyValidator } from '../../http/validation.ts';
import { HEX_ID_PATTERN } from '../../kernel/hex-id.ts';
import { Type } from '../../kernel/schema.ts';
import { END_OF_TIME } from '../../kernel/timestamp.ts';

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
const Nullable = <T extends ReturnType<typeof Type.Number> | ReturnType<typeof Type.Boolean>>(
  schema: T,
) => Type.Union([schema, Type.Null()]);

const Value = Type.Object({
  name: Text,
  type: Text,
  state: Type.Enum([...valueStates]),
  value: Text,
  length: Count,
});

const finding = {
  sign: Text,
  strength: Text,
  place: Text,
  field: Text,
  decoded: Type.Array(Text),
  excerpt: Text,
};

/** The members that a stored trace must have. Further members are kept. */
const Message = Type.Object({
  zoneId: Type.String({ pattern: HEX_ID_PATTERN }),
  accountId: Text,
  ray: Type.String({ minLength: 1, maxLength: 64 }),
  startedAt: Type.Integer({ minimum: 0, exclusiveMaximum: END_OF_TIME }),
  reason: Type.Enum(['sampled', 'flagged']),
  request: Type.Object({ method: Text, scheme: Text, host: Text, path: Text, clientIp: Text }),
  phases: Type.Array(
    Type.Object({
      phase: Text,
      rules: Type.Array(
        Type.Object({
          id: Text,
          ref: Text,
          rulesetId: Text,
          executedBy: Text,
          action: Text,
          outcome: Type.Enum([...ruleOutcomes]),
          condition: Nullable(Type.Boolean()),
          fields: Type.Array(Text),
          micros: Nullable(Type.Number()),
        }),
      ),
      values: Type.Array(Value),
    }),
  ),
  decision: Type.Object({
    status: Count,
    by: Type.Enum(['rule', 'origin', 'edge']),
    ruleId: Text,
    rulesetId: Text,
    phase: Text,
    problem: Text,
    pool: Text,
    origin: Text,
    originStatus: Count,
    attempts: Count,
    micros: Type.Object({ total: Count, firstByte: Count, originHead: Count, originTotal: Count }),
  }),
  attacks: Type.Optional(
    Type.Object({
      score: Type.Integer(),
      findings: Type.Array(Type.Object({ ...finding, inName: Type.Boolean() })),
      gaps: Type.Array(Text),
    }),
  ),
  leftOut: Type.Object({ rules: Count, values: Count }),
});

const problemOf = bodyValidator(Message);

/** Undefined if the message is not a trace. */
export function readTrace(payload: unknown): RequestTrace | undefined {
  return problemOf(payload) === undefined ? (payload as RequestTrace) : undefined;
}

const summary = {
  ray_id: Text,
  datetime: Type.String({ format: 'date-time' }),
  reason: Type.Enum(['sampled', 'flagged']),
  request: Type.Object({ method: Text, scheme: Text, host: Text, path: Text, client_ip: Text }),
  decision: Type.Object({
    status: Count,
    by: Type.Enum(['rule', 'origin', 'edge']),
    rule_id: Text,
    ruleset_id: Text,
    phase: Text,
    problem: Text,
    pool: Text,
    origin: Text,
    origin_status: Count,
    attempts: Count,
    /** Microseconds. */
    total_us: Count,
    first_byte_us: Count,
    origin_head_us: Count,
    origin_total_us: Count,
  }),
};

export const TraceSummaryResponse = Type.Object(summary);

export const TraceResponse = Type.Object({
  ...summary,
  phases: Type.Array(
    Type.Object({
      phase: Text,
      rules: Type.Array(
        Type.Object({
          id: Text,
          ref: Text,
          ruleset_id: Text,
          executed_by: Text,
          action: Text,
          outcome: Type.Enum([...ruleOutcomes]),
          condition: Nullable(Type.Boolean()),
          fields: Type.Array(Text),
          took_us: Nullable(Type.Number()),
        }),
      ),
      values: Type.Array(Value),
    }),
  ),
  attacks: Type.Optional(
    Type.Object({
      score: Type.Integer(),
      findings: Type.Array(Type.Object({ ...finding, in_name: Type.Boolean() })),
      gaps: Type.Array(Text),
    }),
  ),
  left_out: Type.Object({ rules: Count, values: Count }),
});

export function traceSummaryResponse({ ray, startedAt, reason, request, decision }: RequestTrace) {
  const { clientIp, ...others } = request;
  return {
    ray_id: ray,
    datetime: new Date(startedAt).toISOString(),
    reason,
    request: { ...others, client_ip: clientIp },
    decision: decisionResponse(decision),
  };
}

export function traceResponse(trace: RequestTrace) {
  return {
    ...traceSummaryResponse(trace),
    phases: trace.phases.map(({ phase, rules, values }) => ({
      phase,
      rules: rules.map(ruleResponse),
      values,
    })),
    ...(trace.attacks && { attacks: attacksResponse(trace.attacks) }),
    left_out: trace.leftOut,
  };
}

function attacksResponse({ findings, ...attacks }: NonNullable<RequestTrace['attacks']>) {
  const shown = findings.map(({ inName, ...each }) => ({ ...each, in_name: inName }));
  return { ...attacks, findings: shown };
}

function ruleResponse({ rulesetId, executedBy, micros, ...rule }: RuleTrace) {
  return { ...rule, ruleset_id: rulesetId, executed_by: executedBy, took_us: micros };
}

function decisionResponse({ ruleId, rulesetId, originStatus, micros, ...decision }: TraceDecision) {
  return {
    ...decision,
    rule_id: ruleId,
    ruleset_id: rulesetId,
    origin_status: originStatus,
    total_us: micros.total,
    first_byte_us: micros.firstByte,
    origin_head_us: micros.originHead,
    origin_total_us: micros.originTotal,
  };
}
