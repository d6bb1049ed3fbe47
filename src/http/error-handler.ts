import { isDiskFull } from '../kernel/disk-errors/disk-full.ts';
import { isDamagedDatabase } from '../kernel/disk-errors/sqlite-errors.ts';
import { newHexId } from '../kernel/hex-id.ts';
import { ApiError } from './api-error.ts';
import { BODY_LIMIT } from './route.ts';

export interface UnexpectedErrors {
  /** True if the database is unreachable, so that the error is not a bug. */
  isUnavailable(error: unknown): boolean;
  /** Called for every unexpected error, with the id that the caller got if it is a bug. */
  report(error: unknown, id?: string): void;
}

/** The only place where an error becomes a response. An unexpected error reveals nothing but an id. */
export function toApiError(
  error: unknown,
  unexpected: UnexpectedErrors,
  bodyBytes = BODY_LIMIT,
): ApiError {
  if (error instanceof ApiError) return error;
  const framework = fromFramework(error as FrameworkError, bodyBytes);
  if (framework) return framework;
  const outage = outageOf(error, unexpected);
  if (outage) {
    unexpected.report(error);
    return outage;
  }
  const id = newHexId();
  unexpected.report(error, id);
  return new ApiError('internal', { id }, { cause: error });
}

function outageOf(error: unknown, { isUnavailable }: UnexpectedErrors): ApiError | undefined {
  if (isDiskFull(error)) return later('diskFull', error);
  if (isDamagedDatabase(error)) return later('databaseDamaged', error);
  return isUnavailable(error) ? unavailable(error) : undefined;
}

/** The error for requests while the database is unreachable. */
export function unavailable(cause?: unknown): ApiError {
  return new ApiError('unavailable', {}, { headers: { 'retry-after': '5' }, cause });
}

/** Errors that last until an operator intervenes. */
function later(code: 'diskFull' | 'databaseDamaged', cause: unknown): ApiError {
  return new ApiError(code, {}, { headers: { 'retry-after': '30' }, cause });
}

interface FrameworkError {
  readonly code?: string;
  readonly statusCode?: number;
  readonly message?: string;
  readonly limit?: number;
}

/** Errors of Fastify itself, by its error codes. */
function fromFramework(error: FrameworkError, bodyBytes: number): ApiError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('bodyTooLarge', { limit: bodyBytes });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupportedMediaType');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('badRequest', { detail: 'Content-Length does not fit the body' });
    default:
      break;
  }
  // All other errors of the framework are about the request: a truncated body, an unknown method.
  const { statusCode = 500, code = '' } = error;
  const isCallersFault =
    statusCode < 500 && (code.startsWith('FST_') || error.message === 'aborted');
  return isCallersFault
    ? new ApiError('badRequest', { detail: String(error.message).slice(0, 200) })
    : undefined;
}
