import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { CodeView } from '../../parts/code/code-view.tsx';
import { Button } from '../../parts/controls/button.tsx';
import type { Field } from '../../parts/form/field.ts';
import { FieldError, formErrors } from '../../parts/form/form-errors.ts';
import { FormField } from '../../parts/form/form-field.tsx';
import '../../parts/form/form.css';
import { Failure } from '../../parts/states/failure.tsx';
import { addSite } from './add-site.ts';
import { readOrigin } from './site-origin.ts';

const fields: readonly Field<'name' | 'origin'>[] = [
  {
    name: 'name',
    label: 'Name of the site',
    help: 'The domain that visitors use. To try it on this machine, a name below localhost works without DNS: app.localhost.',
    kind: 'text',
    isRequired: true,
  },
  {
    name: 'origin',
    label: 'Address of its server',
    help: 'The edge forwards requests to it. Scheme, host and port: http://127.0.0.1:3000.',
    kind: 'text',
    isRequired: true,
    pointer: '/origins',
  },
];

interface AddSiteFormProps {
  readonly accountId: string;
  readonly onDone: (zoneId: string) => void;
}

/** Makes a zone, a pool and a load balancer in one step. */
export function AddSiteForm({ accountId, onDone }: AddSiteFormProps) {
  const [values, setValues] = useState({ name: '', origin: '' });
  const sending = useMutation({
    mutationFn: async () => {
      const origin = readOrigin(values.origin);
      if (!origin) {
        throw new FieldError(
          '/origins',
          'Write a scheme and a host, such as http://127.0.0.1:3000',
        );
      }
      return addSite({ name: values.name.trim(), accountId, origin });
    },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries();
      onDone(id);
    },
  });
  const errors = formErrors(sending.error, fields);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  return (
    <form className="form" onSubmit={onSubmit}>
      <div className="form-fields">
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            value={values[field.name]}
            error={errors.ofFields.get(field.name)}
            onChange={(value) => setValues({ ...values, [field.name]: String(value) })}
          />
        ))}
      </div>
      {errors.rest && <Failure error={errors.rest} what="The site was not added" />}
      <div className="form-end">
        <Button type="submit" kind="primary" disabled={sending.isPending}>
          Add the site
        </Button>
      </div>
      <details>
        <summary>No server yet? Start one for a try</summary>
        <CodeView label="command" text={sampleServer} />
      </details>
    </form>
  );
}

const sampleServer = `node -e "require('http').createServer((q, a) => a.end('Hello from the origin\\n')).listen(3000)"`;
