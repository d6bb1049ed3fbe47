/**
 * Integrity scores of the held-out scripts when they were run for the first time. They are the honest
 * figure for scripts that nobody has seen before and are not changed. When rules change, a score that is
 * different now goes into `now`; scripts whose misses led to a rule are held out no longer.
 */
export interface HeldOutScore {
  readonly firstRun: number;
  readonly now?: number;
}

export const heldOutScores: Readonly<
  Record<'malicious' | 'ordinary', Readonly<Record<string, HeldOutScore>>>
> = {
  malicious: {
    '01-checkout-poll': { firstRun: 2 },
    '02-class-collector': { firstRun: 99 },
    '03-minified-ws': { firstRun: 18 },
    '04-overlay-card': { firstRun: 14 },
    '05-keylogger-buffer': { firstRun: 99 },
    '06-miner-worker-text': { firstRun: 20 },
    '07-wasm-miner': { firstRun: 20 },
    '08-dropper-fragments': { firstRun: 99 },
    '09-eval-from-css': { firstRun: 4 },
    '10-login-thief': { firstRun: 7 },
    '11-cookie-storage-thief': { firstRun: 83 },
    '12-prototype-hook': { firstRun: 7 },
    '13-form-clone': { firstRun: 99 },
    '14-hex-obfuscated': { firstRun: 37 },
    '15-fake-update': { firstRun: 18 },
    '16-clipboard-swap': { firstRun: 9 },
    '17-jsonp-exfil': { firstRun: 99 },
    '18-search-redirect': { firstRun: 9 },
    '19-react-style-hook': { firstRun: 32 },
    '20-base64-stage': { firstRun: 1 },
  },
  ordinary: {
    '01-session-replay': { firstRun: 32 },
    '02-autocapture': { firstRun: 91 },
    '03-crm-capture': { firstRun: 32 },
    '04-newsletter': { firstRun: 85 },
    '05-chat-widget': { firstRun: 99 },
    '06-payment-sdk-loader': { firstRun: 99 },
    '07-tag-manager': { firstRun: 99 },
    '08-own-checkout': { firstRun: 12 },
    '09-search-suggest': { firstRun: 99 },
    '10-autosave-draft': { firstRun: 32 },
    '11-shortcut-manager': { firstRun: 99 },
    '12-image-worker-pool': { firstRun: 60 },
    '13-error-reporter': { firstRun: 99 },
    '14-login-form': { firstRun: 61 },
    '15-address-lookup': { firstRun: 99 },
    '16-live-collab': { firstRun: 99 },
    '17-consent-banner': { firstRun: 90 },
    '18-proof-of-work-captcha': { firstRun: 99 },
    '19-hosted-fields': { firstRun: 99 },
    '20-ab-test': { firstRun: 91 },
  },
};
