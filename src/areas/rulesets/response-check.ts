import { ApiError } from '../../http/api-error.ts';
import type { RuleCheckContext } from './rule-check-context.ts';
import type { RuleDraft } from './ruleset-model.ts';

/** Maximum bytes of the response body in a rule. */
const LONGEST_BLOCK = { http_ratelimit: 30 * 1024 } as Readonly<Record<string, number>>;
const LONGEST_BLOCK_ELSEWHERE = 2 * 1024;
const LONGEST_ERROR = 10 * 1024;

export function checkBlock({ parameters }: RuleDraft, context: RuleCheckContext, at: string): void {
  const { response } = (parameters ?? {}) as { response?: { content: string } };
  const most = LONGEST_BLOCK[context.phase.name] ?? LONGEST_BLOCK_ELSEWHERE;
  checkLength(response?.content, most, `${at}/action_parameters/response/content`);
}

export function checkServeError({ parameters }: RuleDraft, at: string): void {
  const { content, asset_name: asset } = (parameters ?? {}) as {
    content?: string;
    asset_name?: string;
  };
  const pointer = `${at}/action_parameters`;
  if ((content === undefined) === (asset === undefined)) {
    const problem = 'exactly one of "content" and "asset_name" is needed';
    throw new ApiError('parametersInvalid', { problem }, { pointer });
  }
  checkLength(content, LONGEST_ERROR, `${pointer}/content`);
}

function checkLength(content: string | undefined, most: number, pointer: string): void {
  const length = Buffer.byteLength(content ?? '');
  if (length <= most) return;
  const problem = `the content has ${length} bytes; at most ${most} are allowed here`;
  throw new ApiError('parametersInvalid', { problem }, { pointer });
}
