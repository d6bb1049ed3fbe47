import type { IncomingBody } from '../../transport/http-stream.ts';
import { ChallengeGate, isChallengePath } from '../challenge/challenge-gate.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';
import { findRule } from '../rules/find-rule.ts';
import { RuleEffects } from '../rules/rule-effects.ts';
import { readPrefix } from '../upstream/body-prefix.ts';
import type { RequestStage } from './stage.ts';

const BODY_MS = 10_000;

/** Serves the paths of challenge pages, in every zone and before any rule, so that no rule can block them. */
export const serveChallenges: RequestStage = (exchange, edge) => {
  if (!isChallengePath(exchange.target) || !exchange.zone) return undefined;
  const { body } = exchange.stream;
  if (!body) return handled(exchange, edge, Buffer.alloc(0));
  return readAndHandle(exchange, body, edge);
};

async function readAndHandle(
  exchange: Exchange,
  body: IncomingBody,
  edge: EdgeContext,
): Promise<EdgeResponse> {
  const prefix = await readPrefix(exchange.stream, body, ChallengeGate.bodyLimit + 1, BODY_MS);
  return handled(exchange, edge, prefix?.bytes ?? Buffer.alloc(0));
}

function handled(exchange: Exchange, edge: EdgeContext, body: Buffer): EdgeResponse {
  const { response, event } = edge.challenges.handle(exchange.challenged, body);
  const { zone } = exchange;
  if (zone && event) {
    // Visitors can read the token, so it does not contain the ref and description of the rule.
    const rule = findRule(zone.rules, event.ruleId);
    const { ref = '', description = '' } = rule ?? {};
    exchange.effects ??= new RuleEffects();
    exchange.effects.matches.push({ ...event, ref, description, metadata: {} });
  }
  return response;
}
