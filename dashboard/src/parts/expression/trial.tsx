import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { callApi } from '../../api/client.ts';
import { zoneQuery } from '../address/scope.ts';
import { Button } from '../controls/button.tsx';
import type { Field, FieldValue } from '../form/field.ts';
import { formErrors } from '../form/form-errors.ts';
import { FormField } from '../form/form-field.tsx';
import { Failure } from '../states/failure.tsx';
import type { ExpressionPhase } from './reference.ts';
import { TrialOutcome } from './trial-outcome.tsx';
import { fieldsOf, requestOf, type SecurityEvent, type TrialFields } from './trial-request.ts';

interface TrialProps {
  readonly zoneId: string;
  readonly phase: ExpressionPhase;
  readonly expression: string;
}

const EVENTS = 20;

const fields: readonly Field<keyof TrialFields>[] = [
  { name: 'method', label: 'Method', kind: 'text', pointer: '/request/method' },
  { name: 'url', label: 'URL', kind: 'text', pointer: '/request/url' },
  {
    name: 'headers',
    label: 'Headers',
    kind: 'lines',
    placeholder: 'Accept-Language: de',
    pointer: '/request/headers',
  },
  { name: 'body', label: 'Body', kind: 'lines', pointer: '/request/body' },
  {
    name: 'address',
    label: 'Address of the visitor',
    kind: 'text',
    placeholder: '127.0.0.1',
    pointer: '/request/client_address',
  },
];

/** "Try it": a request that was built here or taken from an event, and what each clause says about it. */
export function Trial({ zoneId, phase, expression }: TrialProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="trial">
      <Button icon="chevron" expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Try it on a request
      </Button>
      {isOpen && <TrialForm zoneId={zoneId} phase={phase} expression={expression} />}
    </div>
  );
}

function TrialForm({ zoneId, phase, expression }: TrialProps) {
  const zone = useQuery(zoneQuery(zoneId)).data?.result;
  const [values, setValues] = useState<TrialFields>({
    method: 'GET',
    url: `http://${zone?.name ?? 'example.com'}/`,
    headers: '',
    body: '',
    address: '',
  });
  const trial = useMutation({
    mutationFn: (tried: TrialFields) =>
      callApi('POST /zones/{zone_id}/expressions/evaluate', {
        params: { zone_id: zoneId },
        body: { expression, phase, request: requestOf(tried) },
      }),
  });
  const errors = formErrors(trial.error, fields);
  const set = (name: string, value: FieldValue) => setValues({ ...values, [name]: String(value) });
  const outcome = trial.data?.result.trial;
  return (
    <section
      className="trial-form"
      aria-label="Try the expression"
      onKeyDown={(event) => {
        // Enter would send the form around it.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        trial.mutate(values);
      }}
    >
      <RecentEvents
        zoneId={zoneId}
        onPick={(event) => {
          const tried = fieldsOf(event);
          setValues(tried);
          trial.mutate(tried);
        }}
      />
      <div className="trial-fields">
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            value={values[field.name]}
            error={errors.ofFields.get(field.name)}
            onChange={(value) => set(field.name, value)}
          />
        ))}
      </div>
      {errors.rest && <Failure error={errors.rest} what="The expression was not tried" />}
      <div className="form-end">
        <Button
          disabled={trial.isPending || expression.trim() === ''}
          onClick={() => trial.mutate(values)}
        >
          Try
        </Button>
      </div>
      {outcome && <TrialOutcome outcome={outcome} />}
    </section>
  );
}

interface RecentEventsProps {
  readonly zoneId: string;
  readonly onPick: (event: SecurityEvent) => void;
}

/** Security events as examples of requests. */
function RecentEvents({ zoneId, onPick }: RecentEventsProps) {
  const [picked, setPicked] = useState('');
  const query = useQuery(
    apiQuery('GET /zones/{zone_id}/security/events', {
      params: { zone_id: zoneId },
      query: { per_page: EVENTS },
    }),
  );
  const events = query.data?.result ?? [];
  if (events.length === 0) return null;
  const options = events.map((event) => ({
    value: event.id,
    label: `${event.action}: ${event.request.method} ${event.request.path} from ${event.client.ip}`,
  }));
  return (
    <FormField
      field={{
        name: 'event',
        label: 'Request',
        kind: 'select',
        options: [{ value: '', label: 'Built here' }, ...options],
        help: 'Events do not record bodies and most headers.',
      }}
      value={picked}
      error={undefined}
      onChange={(value) => {
        setPicked(String(value));
        const event = events.find(({ id }) => id === value);
        if (event) onPick(event);
      }}
    />
  );
}
