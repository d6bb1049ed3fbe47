import { ApiError } from '../../http/api-error.ts';

/** The body is invalid. `pointer`: the invalid member. `problem` also names the remedy. */
export function invalid(pointer: string, problem: string): ApiError {
  return new ApiError('web3Invalid', { problem }, { pointer });
}
