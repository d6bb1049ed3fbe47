import { type ErrorCode, type ErrorEntry, errorCodes } from '../catalogs/error-codes.ts';
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
  readonly #code: ErrorCode;
  readonly #values: Readonly<Record<string, string | number>>;
  /** What `messages` of the response says besides; see `ErrorEntry.repeatsProblem`. */
  readonly repeated: string | undefined;

  constructor(
    code: ErrorCode,
    values: Readonly<Record<string, string | number>> = {},
    options: ApiErrorOptions = {},
  ) {
    const { number, status, text, repeatsProblem }: ErrorEntry = errorCodes[code];
    super(code, fillPlaceholders(text, values), { cause: options.cause });
    this.number = number;
    this.status = status;
    this.options = options;
    this.#code = code;
    this.#values = values;
    this.repeated = repeatsProblem && String(values['problem']);
  }
  /** The same error for a value that is a part of the body, at this JSON pointer. */
  within(pointer: string): ApiError {
    const inner = this.options.pointer ?? '';
    return new ApiError(this.#code, this.#values, { ...this.options, pointer: pointer + inner });
  }
}
