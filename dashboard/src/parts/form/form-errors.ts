import { ApiError, type Notice } from '../../api/api-error.ts';
import { type Field, fieldPointer } from './field.ts';

/** What a form refuses by itself, at the field with the pointer. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

export interface FormErrors {
  /** By the names of fields. */
  readonly ofFields: ReadonlyMap<string, string>;
  /** Undefined if every error belongs to a field. */
  readonly rest: Error | undefined;
}

/** Puts the errors of the API at the fields that their pointers name; one below a field belongs to it. */
export function formErrors(error: Error | null, fields: readonly Field[]): FormErrors {
  if (error instanceof FieldError) {
    const field = fields.find((each) => isBelow(error.pointer, fieldPointer(each)));
    if (!field) return { ofFields: new Map(), rest: error };
    return { ofFields: new Map([[field.name, error.message]]), rest: undefined };
  }
  if (!(error instanceof ApiError)) return { ofFields: new Map(), rest: error ?? undefined };
  const ofFields = new Map<string, string>();
  const rest: Notice[] = [];
  for (const notice of error.errors) {
    const field = fields.find((each) => isBelow(notice.source?.pointer, fieldPointer(each)));
    if (!field) rest.push(notice);
    else
      ofFields.set(
        field.name,
        [ofFields.get(field.name), notice.message].filter(Boolean).join(' '),
      );
  }
  const isComplete = ofFields.size > 0 && rest.length === 0;
  return { ofFields, rest: isComplete ? undefined : error };
}

function isBelow(pointer: string | undefined, parent: string): boolean {
  return pointer === parent || pointer?.startsWith(`${parent}/`) === true;
}
