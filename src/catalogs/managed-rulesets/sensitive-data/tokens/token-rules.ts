import type { SensitiveDataRule } from '../sensitive-data-rule.ts';
import { aiTokenRules } from './ai-tokens.ts';
import { cloudTokenRules } from './cloud-tokens.ts';
import { codeTokenRules } from './code-tokens.ts';
import { databaseTokenRules } from './database-tokens.ts';
import { identityTokenRules } from './identity-tokens.ts';
import { mediaTokenRules } from './media-tokens.ts';
import { messageTokenRules } from './message-tokens.ts';
import { monitoringTokenRules } from './monitoring-tokens.ts';
import { paymentTokenRules } from './payment-tokens.ts';
import { securityTokenRules } from './security-tokens.ts';
import { webhookTokenRules } from './webhook-tokens.ts';
import { workTokenRules } from './work-tokens.ts';

/** Rules for tokens of particular services, derived from the forms of these tokens. */
export const serviceTokenRules: readonly SensitiveDataRule[] = [
  ...aiTokenRules,
  ...cloudTokenRules,
  ...codeTokenRules,
  ...databaseTokenRules,
  ...identityTokenRules,
  ...mediaTokenRules,
  ...messageTokenRules,
  ...monitoringTokenRules,
  ...paymentTokenRules,
  ...securityTokenRules,
  ...webhookTokenRules,
  ...workTokenRules,
];
