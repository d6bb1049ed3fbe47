import { tokenRules } from './token-rule.ts';

/** Keys of services that sign people in or keep secrets. */
export const identityTokenRules = tokenRules('identity', [
  [
    '1password-secret-key',
    '1Password secret key',
    ['A3-<upper 6>-<upper 6>-<upper 5>-<upper 5>-<upper 5>-<upper 5>'],
  ],
  [
    '1password-service-account-token',
    '1Password service account token',
    ['ops_eyJ<encoded 250-1000>'],
    [],
    { boundary: 'none' },
  ],
  ['auth0-client-secret', 'Auth0 client secret', ['<word 64>'], ['auth0']],
  [
    'authress-access-key',
    'Authress service client access key',
    ['(sc|ext|scauth|authress)_<lower 5-30>.<lower 4-6>.acc_<lower 10-32>.<encoded 30-120>'],
  ],
  [
    'defined-networking-api-token',
    'Defined Networking API token',
    ['dnkey-<padded 26>-<padded 52>'],
  ],
  ['descope-management-key', 'Descope management key', ['K2<alnum 60-120>'], ['descope']],
  ['doppler-api-token', 'Doppler token', ['dp.(pt|st|ct|sa|scim|audit).<alnum 40-44>']],
  ['doppler-service-token', 'Doppler service token', ['dp.st.<word 2-35>.<alnum 40-44>']],
  ['duo-secret-key', 'Duo secret key', ['<alnum 40>'], ['duo_skey', 'duo_secret', 'duoskey']],
  ['freemius-secret-key', 'Freemius secret key', ['sk_<word 29>'], ['freemius']],
  ['infisical-service-token', 'Infisical service token', ['st.<hex 24>.<hex 32>.<hex 32>']],
  ['intra42-client-secret', '42 intranet client secret', ['s-s4t2(ud|af)-<hex 64>']],
  ['ngrok-auth-token', 'ngrok auth token', ['<alnum 27>_<alnum 20-21>'], ['ngrok']],
  ['okta-access-token', 'Okta access token', ['00<padded 40>'], ['okta']],
  ['onelogin-client-secret', 'OneLogin client secret', ['<hex 64>'], ['onelogin']],
  [
    'settlemint-application-access-token',
    'SettleMint application access token',
    ['sm_aat_<alnum 16>'],
  ],
  ['settlemint-personal-access-token', 'SettleMint personal access token', ['sm_pat_<alnum 16>']],
  ['settlemint-service-access-token', 'SettleMint service access token', ['sm_sat_<alnum 16>']],
  [
    'tailscale-key',
    'Tailscale key',
    ['tskey-(auth|api|client|scim|webhook)-<alnum 8-20>-<alnum 20-40>'],
  ],
  ['workos-api-key', 'WorkOS API key', ['sk_live_<alnum 40-60>'], ['workos']],
]);
