import type { PathParams } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { VERSION_PATTERN } from '../ruleset-model.ts';

export const Version = Type.String({ pattern: VERSION_PATTERN, examples: ['1'] });

export const rulesetId = (params: PathParams) => params['ruleset_id'] ?? '';
export const phaseOf = (params: PathParams) => params['phase'] ?? '';
