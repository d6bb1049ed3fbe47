import { useId } from 'react';
import { ExpressionField } from '../expression/expression-field.tsx';
import type { Field, FieldValue } from './field.ts';

interface FormFieldProps {
  readonly field: Field;
  readonly value: FieldValue;
  readonly error: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

/** Label above, help below, the error of the API at the end. */
export function FormField({ field, value, error, onChange }: FormFieldProps) {
  const id = useId();
  const notes = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  const control = {
    id,
    'aria-invalid': error !== undefined,
    ...(notes && { 'aria-describedby': notes }),
  };
  if (field.kind === 'switch') {
    return (
      <div className="field">
        <label className="check">
          <input
            {...control}
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className="field-label">{field.label}</span>
        </label>
        <FieldNotes id={id} help={field.help} error={error} />
      </div>
    );
  }
  if (field.expression) {
    return (
      <div className="field">
        <FieldLabel id={id} field={field} />
        <ExpressionField
          {...field.expression}
          id={id}
          label={field.label}
          describedBy={notes || undefined}
          placeholder={field.placeholder}
          value={String(value)}
          onChange={onChange}
        />
        <FieldNotes id={id} help={field.help} error={error} />
      </div>
    );
  }
  return (
    <div className="field">
      <FieldLabel id={id} field={field} />
      <TextControl field={field} control={control} value={String(value)} onChange={onChange} />
      <FieldNotes id={id} help={field.help} error={error} />
    </div>
  );
}

function FieldLabel({ id, field }: { id: string; field: Field }) {
  return (
    <label className="field-label" htmlFor={id}>
      {field.label}
      {field.isRequired && <span className="secondary"> (required)</span>}
    </label>
  );
}

interface TextControlProps {
  readonly field: Field;
  readonly control: { readonly id: string };
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextControl({ field, control, value, onChange }: TextControlProps) {
  const { kind, placeholder, options = [], isRequired } = field;
  const common = {
    ...control,
    value,
    placeholder,
    required: isRequired,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (kind) {
    case 'lines':
      return <textarea {...common} rows={4} />;
    case 'select':
      return (
        <select {...common}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    default:
      return <input {...common} type={kind} autoComplete="off" spellCheck={false} />;
  }
}

interface FieldNotesProps {
  readonly id: string;
  readonly help: string | undefined;
  readonly error: string | undefined;
}

function FieldNotes({ id, help, error }: FieldNotesProps) {
  return (
    <>
      {help && (
        <span id={`${id}-help`} className="field-help">
          {help}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="field-error" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
