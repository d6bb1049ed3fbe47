import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi, type InputOf } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useZoneId } from '../../../parts/address/scope.ts';
import { CodeView } from '../../../parts/code/code-view.tsx';
import { Button } from '../../../parts/controls/button.tsx';
import type { Field, FormValues } from '../../../parts/form/field.ts';
import { Form } from '../../../parts/form/form.tsx';
import { EdgeProof } from '../../../parts/save/edge-proof.tsx';
import type { SecurityEvent } from '../event.ts';
import { replayText } from '../replay-text.ts';
import { type ExceptionScope, exceptionScopes } from './exception-scope.ts';

const OPERATION = 'POST /zones/{zone_id}/rule_exceptions';

type Name = 'scope' | 'path' | 'reason' | 'expires_at';

interface MakeExceptionProps {
  readonly event: SecurityEvent;
  readonly onClose: () => void;
}

/** The exception that would have let the request of an event pass. */
export function MakeException({ event, onClose }: MakeExceptionProps) {
  const zoneId = useZoneId();
  const [savedAt, setSavedAt] = useState<number>();
  const [scopes, setScopes] = useState(() => exceptionScopes(event));
  const params = { zone_id: zoneId };
  const bodyOf = (values: FormValues<Name>) => bodyFrom(scopes, values);
  if (savedAt !== undefined) {
    return (
      <Saved
        event={event}
        at={savedAt}
        left={scopes.length}
        onAgain={() => setSavedAt(undefined)}
        onClose={onClose}
      />
    );
  }
  return (
    <section className="event-box" aria-label="Make an exception">
      <p className="secondary">
        The rule no longer looks at this one value. It still sees all others, and other rules still
        see this one.
      </p>
      <Form
        fields={fieldsFor(scopes)}
        initial={{ scope: '0', path: scopes[0]?.path ?? '/', reason: '', expires_at: '' }}
        operation={OPERATION}
        params={params}
        toBody={bodyOf}
        submit={async (values) => {
          await callApi(OPERATION, { params, body: bodyOf(values) });
          return scopes.filter((_, n) => n !== Number(values.scope));
        }}
        submitLabel="Make the exception"
        failure="The exception was not made"
        onDone={(left) => {
          setScopes(left);
          setSavedAt(performance.now());
          void queryClient.invalidateQueries();
        }}
        onCancel={onClose}
      />
    </section>
  );
}

interface SavedProps {
  readonly event: SecurityEvent;
  readonly at: number;
  /** Values with findings that still have no exception. */
  readonly left: number;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Saved({ event, at, left, onAgain, onClose }: SavedProps) {
  const zoneId = useZoneId();
  return (
    <section className="event-box" aria-label="Make an exception">
      <EdgeProof zoneId={zoneId} since={at} />
      {left > 0 ? (
        <p>
          The rule has also found something in {left} more {left === 1 ? 'value' : 'values'} of this
          request.
        </p>
      ) : (
        <>
          <p>Send the request again to see that the rule leaves it alone:</p>
          <CodeView text={replayText(event)} label="curl" />
        </>
      )}
      <div className="event-actions">
        {left > 0 && (
          <Button kind="primary" onClick={onAgain}>
            Make the next exception
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
        <Link to={`/zones/${zoneId}/security/exceptions`}>All exceptions</Link>
      </div>
    </section>
  );
}

function fieldsFor(scopes: readonly ExceptionScope[]): readonly Field<Name>[] {
  const help =
    scopes.length > 1
      ? `The rule has found something in ${scopes.length} values. Each needs an exception of its own.`
      : 'Where the rule has found something.';
  return [
    {
      name: 'scope',
      label: 'Rule and value',
      help,
      kind: 'select',
      options: scopes.map(({ label }, n) => ({ value: String(n), label })),
      pointer: '/rule_id',
    },
    {
      name: 'path',
      label: 'Path',
      help: 'With * at the end, also for all paths that start like this.',
      kind: 'text',
      isRequired: true,
    },
    {
      name: 'reason',
      label: 'Reason',
      help: 'For whoever finds this exception later.',
      kind: 'text',
      isRequired: true,
    },
    {
      name: 'expires_at',
      label: 'Until',
      help: 'A date, such as 2030-01-31. The rule sees the value again from then on.',
      kind: 'text',
      placeholder: 'Without an end',
    },
  ];
}

function bodyFrom(
  scopes: readonly ExceptionScope[],
  values: FormValues<Name>,
): InputOf<typeof OPERATION>['body'] {
  const scope = scopes[Number(values.scope)] ?? scopes[0];
  if (!scope) throw new Error('an event without findings has no exceptions');
  const { rule_id, place, field } = scope;
  const until = String(values.expires_at).trim();
  return {
    rule_id,
    path: String(values.path).trim(),
    place,
    field,
    reason: String(values.reason).trim(),
    ...(until !== '' && { expires_at: timeText(until) }),
  };
}

/** A date becomes its first moment in the zone of the reader; anything else is left to the API to refuse. */
function timeText(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00`) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : text;
}
