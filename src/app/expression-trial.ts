import type {
  TrialRequest,
  TryExpression,
} from '../areas/rulesets/expressions/expression-trial.ts';
import { fields, lacksValue } from '../catalogs/fields/fields.ts';
import {
  createScheme,
  explainExpression,
  type Getter,
  noLimits,
  parseExpression,
  toByteString,
  usage,
} from '../expression/expression.ts';
import type { Clock } from '../kernel/clock.ts';
import { requestExtractors } from '../request/fields/request-extractors.ts';
import { readRequest } from '../request/read-request.ts';
import type { RequestRecord } from '../request/request-record.ts';

const scheme = createScheme({ fields });
const extractors: Readonly<Record<string, Getter<RequestRecord> | undefined>> = requestExtractors;

/** A described request has no geolocation. */
const NO_GEOIP = new Set<never>();

/** Evaluates conditions on described requests, which are read as the edge reads requests. */
export function expressionTrial(clock: Clock): TryExpression {
  return async (condition, request, lists) => {
    const tree = parseExpression(condition, scheme, { limits: noLimits, anyList: true });
    const explain = explainExpression<RequestRecord>(tree, {
      field: (name) => extractors[name],
      list: (name) => lists.get(name),
    });
    const { readings } = await readRequest(Buffer.from(messageOf(request), 'latin1'), {
      receivedAt: clock.now(),
      clientAddress: request.clientAddress,
    });
    const clauses = readings.map(explain);
    const [forwarded] = clauses;
    const shown = clauses.find(({ result }) => result) ?? forwarded;
    // There is at least one reading.
    if (!shown) throw new Error('a request has no reading');
    const used = usage(tree);
    return {
      matches: shown.result,
      isUnanimous: new Set(clauses.map(({ result }) => result)).size === 1,
      clause: shown,
      unknown: [
        ...[...used.fields].filter((name) => lacksValue(name, NO_GEOIP) || isOfResponse(name)),
        ...[...used.lists].filter((name) => !lists.has(name)).map((name) => `$${name}`),
      ],
    };
  };
}

function isOfResponse(name: string): boolean {
  return scheme.fields.get(name)?.side === 'response';
}

/** The request as a client sends it. The absolute form of the target carries the scheme. */
function messageOf({ method, url, headers, body }: TrialRequest): string {
  const lines = headers.map(({ name, value }) => `${name}: ${toByteString(value)}\r\n`);
  return `${method} ${toByteString(url)} HTTP/1.1\r\n${lines.join('')}\r\n${toByteString(body)}`;
}
