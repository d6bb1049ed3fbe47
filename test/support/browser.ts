import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/**
 * A real Chromium without a screen; it starts as root and in containers. Hosts that end in `.test` lead
 * to this machine, so that pages can be had from a name over plain HTTP, where browsers offer less than
 * on localhost. With `hidden`, the browser does not say that it is automated.
 */
export async function openBrowser({ hidden = false } = {}): Promise<Browser> {
  // Not the arguments that the package proposes: they give up the separation of sites and processes.
  const args = ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.test 127.0.0.1'];
  if (hidden) args.push('--disable-blink-features=AutomationControlled');
  return chromium.launch({ executablePath: await unpacked(), args });
}

let executable: Promise<string> | undefined;

/** The first call unpacks it, which two must not do at the same time. */
function unpacked(): Promise<string> {
  executable ??= sparticuz.executablePath();
  return executable;
}

/** For contexts: without the word that gives headless browsers away, and with a language, which these lack. */
export const visitor = {
  locale: 'en-GB',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
};
