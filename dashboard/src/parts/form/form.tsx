import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { JsonView } from '../code/code-view.tsx';
import { Button } from '../controls/button.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { CopyAs } from '../copy-as/copy-as.tsx';
import { ReadOnlyNote } from '../save/read-only-note.tsx';
import { Failure } from '../states/failure.tsx';
import type { Field, FieldValue, FormValues } from './field.ts';
import { formErrors } from './form-errors.ts';
import { FormField } from './form-field.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';
import './form.css';

interface FormProps<Name extends string, Result> {
  /** A function if what is asked for depends on what was entered. */
  readonly fields: readonly Field<Name>[] | ((values: FormValues<Name>) => readonly Field<Name>[]);
  readonly initial: FormValues<Name>;
  /** The operation that is called, for "Copy as …" and the JSON tab. */
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  /** What is sent. Fields that are left empty are not. */
  readonly toBody: (values: FormValues<Name>) => unknown;
  readonly submit: (values: FormValues<Name>) => Promise<Result>;
  readonly submitLabel: string;
  /** What failed: "The zone was not added". A function if that depends on the error. */
  readonly failure: string | ((error: Error) => string);
  readonly onDone: (result: Result) => void;
  readonly onCancel?: () => void;
  /** Further buttons at the end. */
  readonly end?: ReactNode;
  /** What is entered with controls of its own, below the fields; `toBody` knows it. */
  readonly more?: { readonly content: ReactNode; readonly isChanged: boolean };
}

const views = [
  { id: 'form', label: 'Form' },
  { id: 'json', label: 'JSON' },
] as const;

/** A form over one call of the API. Errors appear at the fields that they name. */
export function Form<Name extends string, Result>(props: FormProps<Name, Result>) {
  const { initial, operation, params = {}, failure } = props;
  const [values, setValues] = useState(initial);
  const fields = typeof props.fields === 'function' ? props.fields(values) : props.fields;
  const [view, setView] = useState<string>('form');
  const isChanged =
    props.more?.isChanged || fields.some(({ name }) => values[name] !== initial[name]);
  const allowLeaving = useUnsavedGuard(isChanged);
  const sending = useMutation({
    mutationFn: () => props.submit(values),
    onSuccess: (result) => {
      allowLeaving();
      props.onDone(result);
    },
  });
  const errors = formErrors(sending.error, fields);
  const failureOf = typeof failure === 'function' ? failure : () => failure;
  const body = props.toBody(values);
  const set = (name: Name, value: FieldValue) => setValues({ ...values, [name]: value });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  return (
    <form className="form" onSubmit={onSubmit}>
      <Tabs label="View" tabs={views} open={view} onOpen={setView}>
        {view === 'json' ? (
          <JsonView value={body} label="body of the request" />
        ) : (
          <div className="form-fields">
            {fields.map((field) => (
              <FormField
                key={field.name}
                field={field}
                value={values[field.name]}
                error={errors.ofFields.get(field.name)}
                onChange={(value) => set(field.name, value)}
              />
            ))}
            {props.more?.content}
          </div>
        )}
      </Tabs>
      {errors.rest && <Failure error={errors.rest} what={failureOf(errors.rest)} />}
      <ReadOnlyNote />
      <div className="form-end">
        <Button type="submit" kind="primary" disabled={sending.isPending}>
          {props.submitLabel}
        </Button>
        {props.onCancel && <Button onClick={props.onCancel}>Cancel</Button>}
        {props.end}
        <CopyAs call={{ operation, params, body }} />
      </div>
    </form>
  );
}
