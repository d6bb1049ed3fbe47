import type { RequestSample } from '../managed-rule-base.ts';
import type { LoginSample } from './credential-rule.ts';

/** The request is a login with this pair. */
export function login(request: RequestSample, username: string, password: string): LoginSample {
  return { ...request, username, password };
}
