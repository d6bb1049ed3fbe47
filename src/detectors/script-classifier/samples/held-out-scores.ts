/**
 * Integrity scores of the held-out scripts on their first run. They show what to expect for unknown scripts and are
 * never changed. If a change of the rules changes a score, the new one goes into `now`. A script whose miss led to
 * a rule is no longer held out. Rules for the classes of those that were missed were written with other samples, without reading
 * these; since then `now` says less than `firstRun`.
 */
export interface HeldOutScore {
  readonly firstRun: number;
  readonly now?: number;
}

export const heldOutScores: Readonly<
  Record<'malicious' | 'ordinary', Readonly<Record<string, HeldOutScore>>>
> = {
  malicious: {
    '01-magento-poll': { firstRun: 3, now: 2 },
    '02-ts-es5-class': { firstRun: 7, now: 5 },
    '03-webpack-skimmer': { firstRun: 7, now: 5 },
    '04-min-keylog': { firstRun: 5, now: 4 },
    '05-xor-loader': { firstRun: 7, now: 4 },
    '06-form-action-rewrite': { firstRun: 99, now: 3 },
    '07-fake-card-frame': { firstRun: 12, now: 8 },
    '08-token-thief-async': { firstRun: 1 },
    '09-clipper': { firstRun: 9, now: 8 },
    '10-obfuscated-array': { firstRun: 1 },
    '11-login-phish-overlay': { firstRun: 7, now: 5 },
    '12-wasm-pool': { firstRun: 6 },
    '13-gtm-lookalike': { firstRun: 1 },
    '14-fetch-hook': { firstRun: 7, now: 5 },
    '15-img-stego': { firstRun: 6 },
    '16-traffic-redirect': { firstRun: 1 },
    '17-seed-stealer': { firstRun: 99, now: 1 },
    '18-chunked-dns': { firstRun: 18, now: 1 },
    '19-masked-but-thief': { firstRun: 3, now: 2 },
    '20-remote-config-eval': { firstRun: 6, now: 5 },
  },
  ordinary: {
    '01-replay-masked': { firstRun: 18, now: 14 },
    '02-autocapture': { firstRun: 99 },
    '03-crm-forms': { firstRun: 32, now: 24 },
    '04-chat-widget': { firstRun: 99 },
    '05-payment-sdk': { firstRun: 12, now: 10 },
    '06-tag-manager': { firstRun: 99 },
    '07-consent': { firstRun: 90, now: 88 },
    '08-ab-test': { firstRun: 91, now: 87 },
    '09-error-tracker': { firstRun: 99 },
    '10-autosave': { firstRun: 16, now: 12 },
    '11-address-completion': { firstRun: 85, now: 82 },
    '12-own-checkout-spa': { firstRun: 36, now: 34 },
    '13-shortcuts': { firstRun: 99 },
    '14-webpack-widget': { firstRun: 99 },
    '15-lazy-images': { firstRun: 99 },
    '16-collab-editor': { firstRun: 85, now: 82 },
    '17-password-meter': { firstRun: 99 },
    '18-export-csv': { firstRun: 99 },
    '19-redirect-payment': { firstRun: 85, now: 82 },
    '20-survey-embed': { firstRun: 99 },
  },
};
