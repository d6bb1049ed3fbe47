/** Alerts of an account are evaluated one after the other, since what one sends decides whether the next has to wait. */
export function evaluationLock(accountId: string): string {
  return `notifications ${accountId}`;
}
