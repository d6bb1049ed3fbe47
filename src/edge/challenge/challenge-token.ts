import type { ChallengeKind } from './challenge-kind.ts';
import type { Binding } from './client-binding.ts';
import { Seal } from './seal.ts';

/** The rule that challenged the visitor, for the security event. Visitors can read it. */
export interface ChallengingRule {
  readonly ruleId: string;
  readonly rulesetId: string;
  readonly source: string;
}

/** A challenge and its visitor. The page contains it and sends it back with the solution. */
export interface ChallengeToken {
  readonly id: string;
  readonly kind: ChallengeKind;
  /** Whether a person has to act, whatever the browser reports about itself. */
  readonly interactive: boolean;
  readonly proofBits: number;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly binding: Binding;
  /** The ray of the request that was challenged. */
  readonly ray: string;
  readonly rule: ChallengingRule;
  /** The target that the visitor requested. */
  readonly target: string;
}

/** The token and the proof have to fit into the body of a solution. */
const LONGEST_TOKEN = 3_500;

const VERSION = 2;

type Row = readonly [
  version: number,
  id: string,
  kind: ChallengeKind,
  interactive: 0 | 1,
  proofBits: number,
  issuedAt: number,
  site: string,
  client: string,
  ray: string,
  ruleId: string,
  rulesetId: string,
  source: string,
  target: string,
];

export class ChallengeTokens {
  readonly #seal: Seal;

  constructor(key: Buffer) {
    this.#seal = new Seal(key, 'challenge token', LONGEST_TOKEN);
  }

  encode(token: ChallengeToken): string {
    const { id, kind, interactive, proofBits, issuedAt, binding, ray, rule, target } = token;
    const { site, client } = binding;
    const flag = interactive ? 1 : 0;
    const row: Row = [
      VERSION,
      id,
      kind,
      flag,
      proofBits,
      issuedAt,
      site,
      client,
      ray,
      rule.ruleId,
      rule.rulesetId,
      rule.source,
      target,
    ];
    return this.#seal.close(row);
  }

  decode(text: string): ChallengeToken | undefined {
    // The signature proves that an edge made this value, but perhaps an edge of another version.
    const row = this.#seal.open(text) as Row | undefined;
    if (row?.[0] !== VERSION) return undefined;
    const [, id, kind, flag, proofBits, issuedAt, site, client, ray, ...rest] = row;
    const [ruleId, rulesetId, source, target] = rest;
    const binding = { site, client };
    const rule = { ruleId, rulesetId, source };
    const interactive = flag === 1;
    return { id, kind, interactive, proofBits, issuedAt, binding, ray, rule, target };
  }
}
