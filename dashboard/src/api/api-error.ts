/** One entry of `errors` or `messages` in the envelope. */
export interface Notice {
  readonly code: number;
  readonly message: string;
  readonly source?: { readonly pointer: string };
}

interface Failure {
  readonly status: number;
  readonly errors: readonly Notice[];
  readonly requestId: string | undefined;
}

/** A call that the API has refused, with everything that its response says. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: number;
  readonly errors: readonly Notice[];
  /** The member of the body that is at fault, as a JSON pointer. */
  readonly pointer: string | undefined;
  readonly requestId: string | undefined;

  constructor({ status, errors, requestId }: Failure) {
    const [first] = errors;
    super(first?.message ?? `the API responded with status ${status}`);
    this.status = status;
    this.code = first?.code ?? 0;
    this.errors = errors;
    this.pointer = first?.source?.pointer;
    this.requestId = requestId;
  }
}

/** The API could not be reached, or something in front of it responded in its place. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Statuses of a node that starts or stops, and of proxies that cannot reach it. */
const unreachableStatuses = new Set([502, 503, 504]);

/** The error of an unsuccessful response. */
export function errorFrom(
  status: number,
  text: string,
  requestId: string | undefined,
): ApiError | UnreachableError {
  const errors = readErrors(text);
  if (unreachableStatuses.has(status)) {
    return new UnreachableError(errors[0]?.message ?? `the API responded with status ${status}`);
  }
  return new ApiError({ status, errors, requestId });
}

function readErrors(text: string): readonly Notice[] {
  try {
    const { errors } = JSON.parse(text) as { errors?: unknown };
    return Array.isArray(errors) ? (errors as Notice[]) : [];
  } catch {
    return [];
  }
}
