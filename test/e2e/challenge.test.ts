import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { openBrowser, openContext, visitor } from '../support/browser.ts';
import { type ChallengedSite, openChallengedSite } from '../support/challenged-site.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge } from '../support/test-edge.ts';

const screenshots = join(tmpdir(), 'palisade-screenshots');

interface Fetched {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/** The response that a script of the page gets. */
function fetchIn(page: Page, path: string, init: Record<string, unknown> = {}): Promise<Fetched> {
  const call = `fetch(${JSON.stringify(path)}, ${JSON.stringify(init)})`;
  return page.evaluate(
    `${call}.then(async (response) => ({ status: response.status, json: await response.json() }))`,
  );
}

/** Challenges in a real browser, on a site over plain HTTP. */
describe('challenges in a browser', () => {
  let site: ChallengedSite;
  let person: Browser;
  let robot: Browser;

  before(async () => {
    site = await openChallengedSite();
    [person, robot] = await Promise.all([openBrowser({ hidden: true }), openBrowser()]);
  });
  after(async () => {
    await Promise.all([person?.close(), robot?.close()]);
    site?.close();
  });

  async function visiting(
    browser: Browser,
    path: string,
    use: (page: Page, context: BrowserContext, sent: readonly Request[]) => Promise<void>,
  ): Promise<void> {
    const context = await openContext(browser, visitor);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    // The status of the challenge is the only error that the browser may log.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 40')) {
        problems.push(message.text());
      }
    });
    const sent: Request[] = [];
    page.on('request', (request) => sent.push(request));
    try {
      await page.goto(`${site.origin}${path}`);
      await use(page, context, sent);
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
    }
  }

  const heading = (page: Page) => page.getByRole('heading').textContent();
  const welcomed = (page: Page) => page.getByText('GET /').waitFor();
  const titled = (page: Page, text: string) =>
    page.getByRole('heading', { name: text }).waitFor({ state: 'visible' });

  const silent = [
    ['js_challenge', 'jschallengesolved'],
    ['managed_challenge', 'managedchallengenoninteractivesolved'],
  ];
  for (const [kind, action] of silent) {
    it(`${kind} is solved without any action and leads to the page`, async () => {
      await visiting(person, `/${kind}/list?page=2&q=%C3%BC#row-3`, async (page, context) => {
        assert.equal(await page.getByText('I am a person').isVisible(), false);
        await welcomed(page);
        assert.equal(await heading(page), `GET /${kind}/list?page=2&q=%C3%BC`);
        assert.equal(new URL(page.url()).hash, '#row-3');
        assert.equal(site.attempts.at(-1)?.event?.action, action);
        const attempts = site.attempts.length;
        await page.goto(`${site.origin}/${kind}/other`);
        assert.equal(await heading(page), `GET /${kind}/other`);
        assert.equal(site.attempts.length, attempts);
        const [cookie] = await context.cookies();
        assert.deepEqual([cookie?.name, cookie?.httpOnly], ['cf_clearance', true]);
      });
    });
  }

  it('challenge is solved with the mouse, but not if Continue is pressed too early', async () => {
    await visiting(person, '/challenge/a?b=1', async (page) => {
      await titled(page, 'Please confirm that you are a person');
      const proceed = page.getByRole('button', { name: 'Continue' });
      await proceed.click({ force: true });
      await page.getByText('Tick the box first.').waitFor();
      await page.getByLabel('I am a person').check();
      await proceed.click({ force: true });
      assert.equal(await page.getByRole('status').textContent(), 'One moment…');
      await page.getByText('Now press Continue.').waitFor();
      await proceed.click();
      await welcomed(page);
      assert.equal(await heading(page), 'GET /challenge/a?b=1');
      assert.equal(site.attempts.at(-1)?.event?.action, 'challengesolved');
    });
  });

  it('challenge is solved with the keyboard alone', async () => {
    await visiting(person, '/challenge/', async (page) => {
      await titled(page, 'Please confirm that you are a person');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await page.getByText('Now press Continue.').waitFor();
      await page.keyboard.press('Enter');
      await welcomed(page);
    });
  });

  it('challenge is not solved by a script in the page', async () => {
    await visiting(person, '/challenge/', async (page) => {
      await titled(page, 'Please confirm that you are a person');
      await page.evaluate("document.querySelector('input').click()");
      await page.waitForTimeout(1_500);
      await page.evaluate("document.querySelector('button').click()");
      assert.equal(await page.getByRole('button', { name: 'Continue' }).isVisible(), true);
    });
  });

  it('managed_challenge requires a confirmation in an automated browser', async () => {
    await visiting(robot, '/managed_challenge/', async (page) => {
      await page.getByLabel('I am a person').check();
      await page.getByText('Now press Continue.').waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
      await welcomed(page);
      assert.equal(site.attempts.at(-1)?.event?.action, 'managedchallengeinteractivesolved');
    });
  });

  it('after a form was sent, the page asks the visitor to send it again', async () => {
    await visiting(person, '/js_challenge/', async (page, context) => {
      await welcomed(page);
      await context.clearCookies();
      await page.setContent('<form method="post"><button>Send</button></form>');
      await page.getByRole('button', { name: 'Send' }).click();
      await titled(page, 'Please send it again');
      await page.getByRole('button', { name: 'Go back' }).click();
      await welcomed(page);
      assert.equal(await heading(page), 'GET /js_challenge/');
    });
  });

  it('a wrong proof is refused, and the page shows it', async () => {
    const context = await openContext(person, visitor);
    const page = await context.newPage();
    await page.route('**/verify', (route) => {
      const solution = JSON.parse(route.request().postData() ?? '{}');
      solution.nonces[3] += 1;
      return route.continue({ postData: JSON.stringify(solution) });
    });
    await page.goto(`${site.origin}/js_challenge/`);
    await titled(page, 'That did not work');
    const { body } = site.attempts.at(-1)?.response ?? assert.fail();
    assert.equal(JSON.parse(body.toString()).reason, 'wrong-proof');
    await page.unroute('**/verify');
    await page.getByRole('button', { name: 'Try again' }).click();
    await welcomed(page);
    await context.close();
  });

  it('a token that was used is refused, also by the browser that used it', async () => {
    await visiting(person, '/managed_challenge/', async (page, _, sent) => {
      await welcomed(page);
      const body = sent.find((request) => request.url().endsWith('/verify'))?.postData();
      const replay = await fetchIn(page, '/cdn-cgi/challenge/verify', { method: 'POST', body });
      assert.deepEqual([replay.status, replay.json['reason']], [403, 'replayed']);
    });
  });

  it('a browser without cookies does not reload for ever, and can try again', async () => {
    await visiting(person, '/js_challenge/cookieless/', async (page) => {
      await page.getByText('does not keep cookies').waitFor();
      // The next check goes no further, so that it is seen even if the test is slower than the browser.
      await page.route('**/verify', () => {});
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Checking your browser').waitFor();
    });
  });

  it('a page that is loaded ten times is still solved', async () => {
    await visiting(person, '/challenge/', async (page) => {
      for (let load = 0; load < 10; load++) await page.reload();
      await page.getByLabel('I am a person').check();
      await page.getByText('Now press Continue.').waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
      await welcomed(page);
    });
  });

  it('scripts of the page and JSON clients get a clear 403', async () => {
    await visiting(person, '/js_challenge/', async (page) => {
      await welcomed(page);
      const { status, json } = await fetchIn(page, '/challenge/data');
      assert.deepEqual([status, json['challenge']], [403, 'challenge']);
    });
    const url = site.origin.replace('shop.test', '127.0.0.1');
    const response = await fetch(`${url}/managed_challenge/`, {
      headers: { accept: 'application/json' },
    });
    const { title, challenge } = (await response.json()) as Record<string, string>;
    assert.deepEqual(
      [response.status, title, challenge],
      [403, 'Challenge required', 'managed_challenge'],
    );
  });

  it('without JavaScript the page names the reason', async () => {
    const context = await openContext(person, { ...visitor, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.origin}/managed_challenge/`);
    const text = await page.locator('main').innerText();
    assert.match(text, /This check needs JavaScript/);
    assert.doesNotMatch(text, /I am a person/);
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      it(`the page fits ${width} pixels in ${colorScheme} colours`, async () => {
        const viewport = { width, height: 800 };
        const context = await openContext(person, { ...visitor, colorScheme, viewport });
        const page = await context.newPage();
        await page.goto(`${site.origin}/challenge/`);
        await page.getByLabel('I am a person').check();
        await page.getByText('Now press Continue.').waitFor();
        // Kept for visual inspection.
        await page.screenshot({ path: join(screenshots, `challenge-${colorScheme}-${width}.png`) });
        const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(widest <= width, `${widest} pixels wide`);
        await context.close();
      });
    }
  }
});

/** The same through the edge, with rules that challenge. */
describe('challenges of rules at the edge', () => {
  it('let a browser through that solves them, and are recorded in the events', async () => {
    const origin = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<h1>Shop ${request.url}</h1>`);
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { zone, pool } = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const rules = ['js_challenge', 'managed_challenge'].map((kind) =>
      ruleOf(kind, kind, `starts_with(http.request.uri.path, "/${kind}")`),
    );
    const rulesets = rulesOf({ http_request_firewall_custom: rules });
    const sections = { ...zone.sections, rulesets };
    const edge = await openTestEdge({ zones: [{ ...zone, sections }], pools: [pool] });
    const browser = await openBrowser({ hidden: true });
    const context = await openContext(browser, visitor);
    const page = await context.newPage();
    for (const kind of ['js_challenge', 'managed_challenge']) {
      await page.goto(`http://shop.test:${edge.port}/${kind}?a=1`);
      await page.getByRole('heading', { name: `Shop /${kind}?a=1` }).waitFor();
    }
    await browser.close();
    edge.flush();
    assert.deepEqual(
      edge.security.map(({ fields }) => `${fields.Action} ${fields.RuleID}`),
      [
        'jschallenge js_challenge',
        'jschallengesolved js_challenge',
        'jschallengebypassed js_challenge',
        'managedchallenge managed_challenge',
        'managedchallengenoninteractivesolved managed_challenge',
        'managedchallengebypassed managed_challenge',
      ],
    );
    await edge.close();
    origin.close();
  });
});
