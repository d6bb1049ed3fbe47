import { type ErrorCode, errorCodes } from '../catalogs/error-codes.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { fillPlaceholders } from '../kernel/text.ts';

export interface ApiErrorOptions {
  /** JSON pointer to the member of the request body at fault. */
  readonly pointer?: string;
  /** Further entries of `errors`, after this one. */
  readonly also?: readonly ApiError[];
  /** Nested causes, for the services that return an `error_chain`. */
  readonly chain?: readonly ApiError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that the caller should see. Services throw it; only the error handler turns it into a response. */
export class ApiError extends PalisadeError {
  readonly number: number;
  readonly status: number;
  readonly options: ApiErrorOptions;

  constructor(
    code: ErrorCode,
    values: Readonly<Record<string, string | number>> = {},
    options: ApiErrorOptions = {},
  ) {
    const { number, status, text } = errorCodes[code];
    super(code, fillPlaceholders(text, values), { cause: options.cause });
    this.number = number;
    this.status = status;
    this.options = options;
  }
}
