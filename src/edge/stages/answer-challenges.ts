import { ChallengeGate, isChallengePath } from '../challenge/challenge-gate.ts';
import type { EdgeAnswer } from '../edge-answer.ts';
import type { EdgeContext } from '../edge-context.ts';
import { findRule } from '../rules/find-rule.ts';
import { RuleMarks } from '../rules/rule-marks.ts';
import type { Transaction } from '../transaction.ts';
import { readBeginning } from '../upstream/body-beginning.ts';
import { hasBody } from '../upstream/request-body.ts';
import type { RequestStage } from './stage.ts';

const BODY_MS = 10_000;

/** Serves what challenge pages need, in every zone: no rule may come between a visitor and the way out. */
export const answerChallenges: RequestStage = (transaction, edge) => {
  if (!isChallengePath(transaction.target) || !transaction.zone) return undefined;
  if (!hasBody(transaction.request)) return handled(transaction, edge, Buffer.alloc(0));
  return readAndHandle(transaction, edge);
};

async function readAndHandle(transaction: Transaction, edge: EdgeContext): Promise<EdgeAnswer> {
  const { request } = transaction;
  const beginning = await readBeginning(request, ChallengeGate.bodyLimit + 1, BODY_MS);
  request.resume();
  return handled(transaction, edge, beginning?.bytes ?? Buffer.alloc(0));
}

function handled(transaction: Transaction, edge: EdgeContext, body: Buffer): EdgeAnswer {
  const { answer, outcome } = edge.challenges.handle(transaction.challenged, body);
  const { zone } = transaction;
  if (zone && outcome?.event) {
    // Names are the site's own business and not in the token, which visitors can read.
    const rule = findRule(zone.rules, outcome.event.ruleId);
    const { ref = '', description = '' } = rule?.info ?? {};
    transaction.marks ??= new RuleMarks();
    transaction.marks.matches.push({ ...outcome.event, ref, description, metadata: {} });
  }
  return answer;
}
