import { ApiError } from '../../http/api-error.ts';

/** A body that cannot be accepted: the member at fault, and what to do about it. */
export function invalid(pointer: string, problem: string): ApiError {
  return new ApiError('web3Invalid', { problem }, { pointer });
}
