/** Serialises the evaluation of alerts of an account, since a message for one alert may delay the next. */
export function evaluationLock(accountId: string): string {
  return `notifications ${accountId}`;
}
