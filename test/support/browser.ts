import sparticuz from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core';
import { PATIENCE_MS } from './eventually.ts';

/**
 * A real headless Chromium, which also starts as root and in containers. Hosts that end in `.test` resolve to this
 * machine, so that pages are loaded from a name over plain HTTP, where browsers have fewer features than on localhost.
 * With `hidden`, the browser does not reveal that it is automated.
 */
export async function openBrowser({ hidden = false } = {}): Promise<Browser> {
  // Not the default arguments of the package: they disable site isolation.
  const args = ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.test 127.0.0.1'];
  if (hidden) args.push('--disable-blink-features=AutomationControlled');
  return chromium.launch({ executablePath: await unpacked(), args, timeout: PATIENCE_MS });
}

/** A visitor's profile, with the patience of the tests. */
export async function openContext(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

let executable: Promise<string> | undefined;

/** The first call unpacks the browser, which must not happen twice at the same time. */
function unpacked(): Promise<string> {
  executable ??= sparticuz.executablePath();
  return executable;
}

/** For contexts: a user agent without `Headless`, and a language, which headless browsers do not send. */
export const visitor = {
  locale: 'en-GB',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
};
