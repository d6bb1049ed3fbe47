import { ApiError } from '../../../http/api-error.ts';
import type { DestinationAddress } from '../../../outbound/destinations/destination.ts';
import { DestinationError } from '../../../outbound/destinations/destination-error.ts';
import { parseDestination } from '../../../outbound/destinations/parse-destination.ts';

/** Parses a `destination_conf`. Throws if it is invalid. */
export function checkDestination(text: string): DestinationAddress {
  try {
    return parseDestination(text);
  } catch (error) {
    if (!(error instanceof DestinationError)) throw error;
    throw destinationError(error.message);
  }
}

export function destinationError(problem: string): ApiError {
  return new ApiError('logpushDestination', { problem }, { pointer: '/destination_conf' });
}

/** Why a `destination_conf` is invalid; undefined if it is valid. */
export function destinationProblem(text: string): string | undefined {
  try {
    parseDestination(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof DestinationError)) throw error;
    return error.message;
  }
}

/** Parses a stored `destination_conf`; undefined if this node cannot decrypt it, or this version does not support its kind. */
export function storedDestination(text: string): DestinationAddress | undefined {
  return text === '' || destinationProblem(text) !== undefined ? undefined : parseDestination(text);
}
