import type { InputOf } from '../../../api/client.ts';
import { findingsOf, placeName, type SecurityEvent } from '../event.ts';

type ExceptionBody = InputOf<'POST /zones/{zone_id}/rule_exceptions'>['body'];

/** What an exception takes out of the view of a rule: one value of requests to a path. */
export type ExceptionScope = Pick<ExceptionBody, 'rule_id' | 'path' | 'place' | 'field'> & {
  readonly label: string;
};

/** The values in which the rules of an event have found something, each once. Other rules do not look at single values. */
export function exceptionScopes(event: SecurityEvent): readonly ExceptionScope[] {
  const scopes = findingsOf(event).flatMap(({ ruleId, description, findings }) =>
    findings.map(({ place, field, isName }) => ({
      rule_id: ruleId,
      path: event.request.path,
      // Events name places as exceptions do.
      place: place as ExceptionScope['place'],
      field,
      label: `${description} in ${placeName({ place, isName })} ${field}`.trim(),
    })),
  );
  return [...new Map(scopes.map((scope) => [scope.label, scope])).values()];
}
