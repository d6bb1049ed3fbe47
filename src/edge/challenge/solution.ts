import { parseJson } from '../../kernel/json.ts';
import type { ChallengeToken } from './challenge-token.ts';
import { isProof, PROOF_ROUNDS } from './proof-of-work.ts';

/** The request body of the challenge page. Only the proof can be verified; the browser reports the rest. */
export interface Solution {
  readonly token: string;
  readonly nonces: readonly number[];
  readonly checks: { readonly automated: boolean; readonly languages: number };
  readonly act: PersonalAct | undefined;
}

/** When a person ticked the box and confirmed, in milliseconds since the page was loaded. */
interface PersonalAct {
  readonly ticked: number;
  readonly confirmed: number;
  /** Whether both events came from an input device and not from a script, as the browser reports. */
  readonly trusted: boolean;
}

export type Verdict = 'silent' | 'interactive' | 'too-fast' | 'wrong-proof' | 'needs-person';

/** The challenge page takes longer than this, so a faster solution does not come from it. */
export const SHORTEST_SILENT_MS = 300;
/** The page enables the button this long after the box was ticked. */
export const CONFIRM_AFTER_MS = 1_000;
/** The system clock may be adjusted between the issue of the token and the solution. */
const CLOCK_SLACK_MS = 250;

export function decodeSolution(text: string): Solution | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { token, nonces, checks, act } = parsed.value;
  if (typeof token !== 'string' || !isNonces(nonces) || !isChecks(checks)) return undefined;
  if (act !== undefined && !isAct(act)) return undefined;
  return { token, nonces, checks, act };
}

/** How the challenge was solved, or why it was not. `elapsed` is the time since the token was issued, in milliseconds. */
export function judge(solution: Solution, token: ChallengeToken, elapsed: number): Verdict {
  const { act, checks, nonces } = solution;
  if (!isProof(solution.token, token.proofBits, nonces)) return 'wrong-proof';
  if (act) return judgeAct(act, elapsed);
  if (token.interactive) return 'needs-person';
  if (token.kind === 'managed_challenge' && !isPlausible(checks)) return 'needs-person';
  return elapsed < SHORTEST_SILENT_MS ? 'too-fast' : 'silent';
}

function judgeAct({ ticked, confirmed, trusted }: PersonalAct, elapsed: number): Verdict {
  if (!trusted) return 'needs-person';
  const isRushed = confirmed - ticked < CONFIRM_AFTER_MS;
  // The page cannot have been open for longer than the token exists.
  return isRushed || confirmed > elapsed + CLOCK_SLACK_MS ? 'too-fast' : 'interactive';
}

function isPlausible({ automated, languages }: Solution['checks']): boolean {
  return !automated && languages > 0;
}

type Unknowns = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Unknowns {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNonces(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length === PROOF_ROUNDS &&
    value.every((nonce) => Number.isInteger(nonce) && nonce >= 0 && nonce < 2 ** 32)
  );
}

function isChecks(value: unknown): value is Solution['checks'] {
  return (
    isObject(value) &&
    typeof value['automated'] === 'boolean' &&
    Number.isInteger(value['languages'])
  );
}

function isAct(value: unknown): value is PersonalAct {
  return (
    isObject(value) &&
    isDuration(value['ticked']) &&
    isDuration(value['confirmed']) &&
    typeof value['trusted'] === 'boolean'
  );
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
