import { bankAccountRules } from './bank-accounts.ts';
import { chatTokenRules } from './chat-tokens.ts';
import { cloudKeyRules } from './cloud-keys.ts';
import { contactDataRules } from './contact-data.ts';
import { cryptoWalletRules } from './crypto-wallets.ts';
import { developerTokenRules } from './developer-tokens.ts';
import { usDrivingLicenceRules } from './driving-licences-us.ts';
import { genericSecretRules } from './generic-secrets.ts';
import { americasIdentityRules } from './identity-americas.ts';
import { asiaPacificIdentityRules } from './identity-asia-pacific.ts';
import { northernEuropeIdentityRules } from './identity-northern-europe.ts';
import { otherIdentityRules } from './identity-other.ts';
import { ukIdentityRules } from './identity-uk.ts';
import { usIdentityRules } from './identity-us.ts';
import { westernEuropeIdentityRules } from './identity-western-europe.ts';
import { paymentCardRules } from './payment-cards.ts';
import { platformTokenRules } from './platform-tokens.ts';
import { privateKeyRules } from './private-keys.ts';
import type { SensitiveDataRule } from './sensitive-data-rule.ts';
import { serviceKeyRules } from './service-keys.ts';
import { serviceTokenRules } from './tokens/token-rules.ts';

/** All rules: financial data, personal data, secrets. */
export const sensitiveDataRules: readonly SensitiveDataRule[] = [
  ...bankAccountRules,
  ...cryptoWalletRules,
  ...paymentCardRules,
  ...americasIdentityRules,
  ...asiaPacificIdentityRules,
  ...contactDataRules,
  ...northernEuropeIdentityRules,
  ...otherIdentityRules,
  ...ukIdentityRules,
  ...usDrivingLicenceRules,
  ...usIdentityRules,
  ...westernEuropeIdentityRules,
  ...chatTokenRules,
  ...cloudKeyRules,
  ...developerTokenRules,
  ...genericSecretRules,
  ...platformTokenRules,
  ...privateKeyRules,
  ...serviceKeyRules,
  ...serviceTokenRules,
];
