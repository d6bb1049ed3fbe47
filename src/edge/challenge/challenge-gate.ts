import { randomBytes } from 'node:crypto';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type ChallengeKind, challengeKinds } from './challenge-kind.ts';
import { challengePage, jsonRefusal, workerScript } from './challenge-page.ts';
import type { ChallengeRequest, ChallengeResponse } from './challenge-request.ts';
import { type ChallengeToken, ChallengeTokens, type ChallengingRule } from './challenge-token.ts';
import { type ClearanceState, Clearances } from './clearance.ts';
import { type Binding, bindingOf } from './client-binding.ts';
import { NetworkWork } from './network-work.ts';
import { DEFAULT_PROOF_BITS } from './proof-of-work.ts';
import { decodeSolution, judge } from './solution.ts';
import {
  notFound,
  type Refusal,
  refusedResponse,
  solvedResponse,
  wrongMethod,
} from './verify-response.ts';
import { looksLikeABrowser, wantsPage } from './visitor.ts';

interface ChallengeGateOptions {
  /** 32 bytes, the same in all processes and nodes that serve a zone. */
  readonly key: Buffer;
  readonly clock: Clock;
  /** Lifetime of a clearance, unless the zone sets one. */
  readonly clearanceSeconds: number;
  /** Least difficulty of the proof of work: each further bit doubles the work. */
  readonly proofBits?: number;
}

/** The result of an attempt to solve a challenge, for the log. */
export interface ChallengeEvent extends ChallengingRule {
  /** `jschallengesolved`, `challengefailed`, … */
  readonly action: string;
  readonly originatorRay: string;
}

export interface HandledChallenge {
  readonly response: ChallengeResponse;
  /** Absent if the request was not an attempt to solve a challenge of this edge. */
  readonly event?: ChallengeEvent;
}

const PREFIX = '/cdn-cgi/challenge/';
const TOKEN_LIFE_MS = 5 * 60_000;
const SKEW_MS = 60_000;
/** Ids of tokens are forgotten at some time, so older tokens cause no event at all. */
const REPORTED_MS = 2 * TOKEN_LIFE_MS;
/** The work may grow by this much between a page and its solution, because others of the network have solved challenges. */
const GROWTH_BITS = 1;
/** If a token is evicted, the worst case is that the same visitor gets the same clearance again. */
const TOKENS_REMEMBERED = 65_536;
/** A token with a longer target would not fit into the body of a solution. It has no target, and the page reloads its own URL. */
const LONGEST_TARGET = 1_500;

/** Whether `ChallengeGate.handle` serves the target. Such requests skip all rules, so that no rule challenges the solution. */
export const isChallengePath = (target: string): boolean => target.startsWith(PREFIX);

/**
 * Challenges visitors to prove that they use a browser, or are a person, and recognises visitors that have a clearance.
 * Nothing is stored about visitors: tokens and clearances are signed values that visitors keep.
 */
export class ChallengeGate {
  /** The longest body of a solution, in bytes. */
  static readonly bodyLimit = 4_096;

  readonly #options: ChallengeGateOptions;
  readonly #tokens: ChallengeTokens;
  readonly #clearances: Clearances;
  readonly #spent = new BoundedMap<string, true>(TOKENS_REMEMBERED);
  readonly #newlySpent: string[] = [];
  readonly #work = new NetworkWork();

  constructor(options: ChallengeGateOptions) {
    if (options.key.length !== 32)
      throw new RangeError('the key for challenges must have 32 bytes');
    this.#options = options;
    this.#tokens = new ChallengeTokens(options.key);
    this.#clearances = new Clearances(options.key);
  }

  /** Whether the visitor has solved a challenge of this kind, or of a stronger one. */
  clearanceOf(request: ChallengeRequest, kind: ChallengeKind): ClearanceState {
    const binding = () => bindingOf(request);
    const now = this.#options.clock.now();
    return this.#clearances.read(request, kind, binding, now, this.#clearanceMs(request));
  }

  /** The response for a visitor without clearance. `rule` is for the security event of the attempt to solve the challenge. */
  page(request: ChallengeRequest, kind: ChallengeKind, rule: ChallengingRule): ChallengeResponse {
    if (!wantsPage(request)) return jsonRefusal(request, kind);
    const now = this.#options.clock.now();
    const isManaged = kind === 'managed_challenge';
    const token: ChallengeToken = {
      id: randomBytes(12).toString('base64url'),
      kind,
      interactive: kind === 'challenge' || (isManaged && !looksLikeABrowser(request)),
      proofBits: this.#proofBits(request, now),
      issuedAt: now,
      binding: bindingOf(request),
      ray: request.ray,
      rule,
      target: Buffer.byteLength(request.target) > LONGEST_TARGET ? '' : request.target,
    };
    return challengePage(request, token, this.#tokens.encode(token));
  }

  /** Handles requests below the path of challenges. */
  handle(request: ChallengeRequest, body: Buffer): HandledChallenge {
    const path = request.target.slice(PREFIX.length).split('?', 1)[0];
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    if (path === 'worker.js') {
      return { response: isGet ? workerScript : wrongMethod('GET, HEAD') };
    }
    if (path !== 'verify') return { response: notFound() };
    if (request.method !== 'POST') return { response: wrongMethod('POST') };
    return this.#verify(request, body);
  }

  /** Removes and returns ids of tokens that were used in this process since the last call, at most `most`. */
  takeSpent(most: number): readonly string[] {
    return this.#newlySpent.splice(0, most);
  }

  /** Adds ids of tokens that were used in another process. */
  addSpent(ids: readonly string[]): void {
    for (const id of ids) this.#spent.set(id, true);
  }

  #verify(request: ChallengeRequest, body: Buffer): HandledChallenge {
    if (body.length > ChallengeGate.bodyLimit) return this.#refuse('too-large');
    const site = request.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin') return this.#refuse('cross-site');
    const solution = decodeSolution(body.toString());
    if (!solution) return this.#refuse('malformed');
    const token = this.#tokens.decode(solution.token);
    if (!token) return this.#refuse('forged');
    const now = this.#options.clock.now();
    const binding = bindingOf(request);
    // Events name the rule of the zone that made the token, so that no other zone may have one.
    if (token.binding.site !== binding.site) return this.#refuse('other-site');
    if (!this.#spend(token)) return this.#refuse('replayed');
    const problem = this.#problemOf(token, request, binding, now);
    const isOld = now > token.issuedAt + REPORTED_MS;
    if (problem) return this.#refuse(problem, isOld ? undefined : token);
    const verdict = judge(solution, token, now - token.issuedAt);
    return verdict === 'silent' || verdict === 'interactive'
      ? this.#admit(request, token, verdict, now)
      : this.#refuse(verdict, token);
  }

  #admit(
    request: ChallengeRequest,
    token: ChallengeToken,
    how: 'silent' | 'interactive',
    now: number,
  ): HandledChallenge {
    const { kind, binding, ray, rule, target } = token;
    this.#work.add(request.clientAddress, now);
    const expiresAt = now + this.#clearanceMs(request);
    const clearance = { kind, issuedAt: now, expiresAt, binding, ray };
    const cookie = this.#clearances.cookie(clearance, request.scheme);
    const action = challengeKinds[kind].solved[how];
    return {
      response: solvedResponse(cookie, target),
      event: { ...rule, action, originatorRay: ray },
    };
  }

  /** Lifetime of a clearance: the setting of the zone or, without one, of the node. */
  #clearanceMs({ clearanceSeconds = this.#options.clearanceSeconds }: ChallengeRequest): number {
    return clearanceSeconds * 1_000;
  }

  #refuse(reason: Refusal, token?: ChallengeToken): HandledChallenge {
    const response = refusedResponse(reason);
    if (!token) return { response };
    const { kind, interactive, ray, rule } = token;
    const action = challengeKinds[kind].failed[interactive ? 'interactive' : 'silent'];
    return { response, event: { ...rule, action, originatorRay: ray } };
  }

  #proofBits({ clientAddress }: ChallengeRequest, now: number): number {
    const { proofBits = DEFAULT_PROOF_BITS } = this.#options;
    return proofBits + this.#work.bits(clientAddress, now);
  }

  /** A token is valid once, so that it causes at most one event; false if it was used before. */
  #spend({ id }: ChallengeToken): boolean {
    if (this.#spent.get(id)) return false;
    this.#spent.set(id, true);
    if (this.#newlySpent.length < TOKENS_REMEMBERED) this.#newlySpent.push(id);
    return true;
  }

  /** A token is valid only for its visitor, and for a short time. */
  #problemOf(
    token: ChallengeToken,
    request: ChallengeRequest,
    { client }: Binding,
    now: number,
  ): Refusal | undefined {
    if (token.binding.client !== client) return 'other-client';
    if (now > token.issuedAt + TOKEN_LIFE_MS || token.issuedAt > now + SKEW_MS) return 'expired';
    // Tokens that were collected before the work grew are of no use.
    const isEasy = token.proofBits + GROWTH_BITS < this.#proofBits(request, now);
    return isEasy ? 'too-easy' : undefined;
  }
}
