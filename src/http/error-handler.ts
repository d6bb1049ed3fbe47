import { newHexId } from '../kernel/hex-id.ts';
import { ApiError } from './api-error.ts';

export interface UnexpectedErrors {
  /** True when the failure is the database being away, not a bug. */
  isUnavailable(error: unknown): boolean;
  /** Told about everything that is our fault, with the id that the caller got. */
  report(error: unknown, id: string): void;
}

/** The one place where anything thrown becomes an answer. What we did not expect reveals only an id. */
export function toApiError(error: unknown, unexpected: UnexpectedErrors): ApiError {
  if (error instanceof ApiError) return error;
  const framework = fromFramework(error as FrameworkError);
  if (framework) return framework;
  const id = newHexId();
  unexpected.report(error, id);
  return unexpected.isUnavailable(error)
    ? unavailable(error)
    : new ApiError('internal', { id }, { cause: error });
}

/** The refusal of a request while the database is away. */
export function unavailable(cause?: unknown): ApiError {
  return new ApiError('unavailable', {}, { headers: { 'retry-after': '5' }, cause });
}

interface FrameworkError {
  readonly code?: string;
  readonly statusCode?: number;
  readonly message?: string;
  readonly limit?: number;
}

/** Fastify's own refusals, by its error codes. */
function fromFramework(error: FrameworkError): ApiError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('bodyTooLarge', { limit: BODY_LIMIT });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupportedMediaType');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('badRequest', { detail: 'Content-Length does not fit the body' });
    default:
      break;
  }
  // Whatever else the framework refuses is about the request: a body cut off, a method it cannot read.
  const { statusCode = 500, code = '' } = error;
  const isCallersFault =
    statusCode < 500 && (code.startsWith('FST_') || error.message === 'aborted');
  return isCallersFault
    ? new ApiError('badRequest', { detail: String(error.message).slice(0, 200) })
    : undefined;
}

/** Bodies above this are refused. */
export const BODY_LIMIT = 1024 * 1024;
