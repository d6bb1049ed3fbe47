import { ALERT_QUEUE, Alert } from '../../../contracts/alert.ts';
import { PermanentFailure, type TaskQueue } from '../../../contracts/job.ts';
import { bodyValidator } from '../../../http/validation.ts';
import { Type } from '../../../kernel/schema.ts';
import type { AlertEvaluation } from './alert-evaluation.ts';
import {
  type AlertGroup,
  type AlertGroups,
  GROUP_MAX_AGE_MS,
  GROUP_QUEUE,
} from './alert-groups.ts';

/** With the backoff below, a task is retried for a day. */
const MAX_ATTEMPTS = 1_450;
const BACKOFF = { firstMs: 1_000, maxMs: 60_000, factor: 2 };
/** An alert that cannot be evaluated blocks later ones of its pool for at most ten minutes. */
const ALERT_ATTEMPTS_IN_ORDER = 15;
/** The retention of alerts: an alert that waited for a node to start still gets all its attempts. */
const ALERT_MAX_AGE_MS = 7 * 24 * 3_600_000;

const Group = Type.Object({
  accountId: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
});
const alertProblem = bodyValidator(Alert);
const groupProblem = bodyValidator(Group);

/** Evaluates alerts of all areas. `onEvaluated` gets the state of the alert for each recipient. */
export function alertQueue(
  evaluation: AlertEvaluation,
  onEvaluated: (kind: Alert['kind'], states: readonly string[]) => void,
): TaskQueue {
  return {
    name: ALERT_QUEUE,
    concurrency: 4,
    maxAttempts: MAX_ATTEMPTS,
    maxAttemptsInOrder: ALERT_ATTEMPTS_IN_ORDER,
    maxAgeMs: ALERT_MAX_AGE_MS,
    backoff: BACKOFF,
    timeoutMs: 30_000,
    async run({ payload }) {
      const problem = alertProblem(payload);
      if (problem) throw new PermanentFailure(`this is not an alert: ${problem.text}`);
      const alert = payload as Alert;
      onEvaluated(alert.kind, await evaluation.evaluate(alert));
    },
  };
}

/** Sends the messages of groups when they are due. */
export function groupQueue(groups: AlertGroups): TaskQueue {
  return {
    name: GROUP_QUEUE,
    concurrency: 2,
    maxAttempts: MAX_ATTEMPTS,
    maxAgeMs: GROUP_MAX_AGE_MS,
    backoff: BACKOFF,
    timeoutMs: 60_000,
    async run({ payload }, signal) {
      const problem = groupProblem(payload);
      if (problem) throw new PermanentFailure(`this is not a group of alerts: ${problem.text}`);
      await groups.send(payload as AlertGroup, signal);
    },
  };
}
