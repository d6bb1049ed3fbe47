/**
 * Takes screenshots of notification mails: `node scripts/mail-pictures.ts FOLDER [SAMPLE…]`. Look at them after a change to the mails.
 * Without a folder it renews the pictures of the guide.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { mailHtml } from '../src/areas/notifications/delivery/mail/mail-html.ts';
import { mailView } from '../src/areas/notifications/delivery/mail/mail-view.ts';
import {
  recovered,
  repeated,
  sampleAlerts,
  withTexts,
} from '../src/areas/notifications/messages/fixtures/sample-alerts.ts';
import { messageAbout } from '../src/areas/notifications/messages/fixtures/sample-message.ts';
import type { Message } from '../src/areas/notifications/messages/message.ts';
import type { Alert } from '../src/contracts/alert.ts';
import { openBrowser } from '../test/support/browser.ts';

const looks = {
  light: { width: 760, colorScheme: 'light' },
  dark: { width: 760, colorScheme: 'dark' },
  phone: { width: 390, colorScheme: 'light' },
  'phone-dark': { width: 390, colorScheme: 'dark' },
} as const;

type Look = keyof typeof looks;

/** The pictures of the guide. */
const guide: readonly (readonly [name: string, look: Look])[] = [
  ['origin-unhealthy', 'light'],
  ['flapping', 'phone-dark'],
];

const origin = sampleAlerts.origin_health[1];
const hostile = `${'very-long-name-without-any-place-to-break-'.repeat(4)}<b>"&amp;שלום עולם`;

const samples: Readonly<Record<string, Message>> = {
  'origin-unhealthy': messageAbout([origin]),
  'origin-healthy': messageAbout([recovered(origin)]),
  flapping: messageAbout(repeated(origin, 5)),
  digest: messageAbout(repeated(sampleAlerts.page_new_resource[1], 60)),
  drill: messageAbout([origin], { isDrill: true }),
  'long-names': messageAbout([withTexts(origin, hostile)]),
  'long-names-in-a-digest': messageAbout(
    repeated(withTexts(sampleAlerts.page_malicious_url[1], hostile), 3),
  ),
  ...Object.fromEntries(
    Object.entries(sampleAlerts).map(([kind, [, alert]]) => [kind, messageAbout([alert as Alert])]),
  ),
};

/** One page for all mails in a look, because the browser stops rendering after a few pages were opened. */
async function takePictures(browser: Browser, folder: string, look: Look, names: string[]) {
  const { width, colorScheme } = looks[look];
  const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme });
  for (const name of names) {
    const message = samples[name];
    if (!message) throw new Error(`there is no sample ${name}`);
    await page.setContent(mailHtml(mailView(message, 'https://palisade.example.com')));
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (Number(overflow) > 0) console.error(`${name}, ${look}: ${overflow} pixels too wide`);
    await page.screenshot({ path: join(folder, `mail-${name}-${look}.png`), fullPage: true });
  }
  await page.close();
}

const [folder = 'docs/images', ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const isGuide = folder === 'docs/images';
const chosen = names.length === 0 ? Object.keys(samples) : names;
for (const look of Object.keys(looks) as Look[]) {
  const wanted = isGuide ? guide.filter(([, its]) => its === look).map(([name]) => name) : chosen;
  if (wanted.length === 0) continue;
  const browser = await openBrowser();
  try {
    await takePictures(browser, folder, look, wanted);
  } finally {
    await browser.close();
  }
}
