/** The first steps of the README and of the guide to rules, on a whole node. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, openContext } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** In place of a fixed time, which is too short on a busy machine. */
const UNTIL_ACTIVE =
  'until api $API/zones/$SITE/edge_status | grep -q \'"up_to_date":true\'; do sleep 0.1; done';

/** The command blocks of a section of a document. */
function commandsOf(file: string, heading: string): string[] {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const section = text.split(/^##? /m).find((each) => each.startsWith(heading)) ?? '';
  const [steps = ''] = section.split(/^### /m);
  return [...steps.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

function hasCurl(): boolean {
  const { stdout } = spawnSync('curl', ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /^curl (\d+)\.(\d+)/.exec(stdout ?? '')?.map(Number) ?? [];
  return major > 7 || (major === 7 && minor >= 77);
}

describe('first steps', () => {
  let home: NodeHome;
  let node: NodeProcess;

  before(async () => {
    home = await nodeHome();
    node = await home.start();
  });
  after(() => home.remove());

  it('work as the README and the guide show them', async (test) => {
    if (!hasCurl()) {
      test.skip(
        'curl 7.77 or newer, which resolves names below localhost to this machine, is not installed',
      );
      return;
    }
    const ports = { 3000: await freePort(), 8080: new URL(node.edge).port };
    const { host } = new URL(node.origin);
    const guide = ['Write and deploy rules', 'Redirect visitors', 'Block a country', 'Limit rates'];
    const script = [
      ...commandsOf('README.md', 'First steps'),
      ...guide.flatMap((heading) => commandsOf('docs/rulesets.md', heading)),
    ]
      .map((block) => `echo '### next'\n${block}`)
      .join('')
      .replaceAll(/sleep 1 # A change takes effect.*/g, UNTIL_ACTIVE)
      .replaceAll('127.0.0.1:8787', host)
      .replaceAll('./data/', `${node.dataDir}/`)
      .replace(/\b(3000|8080)\b/g, (port) => String(ports[port as unknown as keyof typeof ports]));
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\nkill $!`], {
      cwd: root,
      env: { ...process.env, PALISADE_DATA_DIR: node.dataDir, PALISADE_API_LISTEN: host },
    });
    const [, ...shown] = stdout.split('### next\n');
    const expected = [
      /HTTP\/1\.1 200 OK[\s\S]*Hello from the origin/,
      /Origin is down/,
      /"success":true/,
      /^$/,
      /shop\.test/,
      /^$/,
      /^1\n[\s\S]*lacks the permission \\"Zone Write\\"/,
      /^true\nfalse\n[\s\S]*zone/,
      /did you mean "http\.host"/,
      /content-security-policy-report-only: .*script-src 'self'/i,
      /js_integrity_score: \d,[\s\S]*Sends what is typed into card fields/,
      /^true/,
      /"ref":"admin"[\s\S]*"ref":"no-tls"/,
      /location: https:\/\/news\.example\.com\/2020\?page=2\r/i,
      /"ref":"admin".*"ref":"no-tls".*ip\.src\.country.*"code":21051/,
      /^\{.*\}\n\n?(200\n){5}429\n/,
    ];
    assert.equal(shown.length, expected.length, stdout);
    for (const [step, pattern] of expected.entries()) assert.match(shown[step] ?? '', pattern);
  });

  describe('in the documentation page', () => {
    let browser: Browser;

    before(async () => {
      browser = await openBrowser();
    });
    after(() => browser.close());

    async function openDocs(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
      const page = await (await openContext(browser, options)).newPage();
      page.on('console', (message) => assert.fail(message.text()));
      await page.goto(`${node.origin.replace('127.0.0.1', 'localhost')}/docs${hash}`);
      return page;
    }
    const shownOperations = (page: Page) => page.locator('.operation:visible').count();

    it('an anchor opens its operation, with the address of the page in its examples', async () => {
      const page = await openDocs('#pools-create');
      const operation = page.locator('#pools-create');
      await operation.waitFor();
      const { y } = (await operation.boundingBox()) ?? { y: -1 };
      assert.ok(y > 0 && y < 200, `${y}`);
      const examples = await operation.locator('pre').allTextContents();
      assert.match(
        examples[0] ?? '',
        /"http:\/\/localhost:\d+\/client\/v4\/accounts\/\$ACCOUNT_ID\//,
      );
      assert.match(examples[1] ?? '', /client\.loadBalancers\.pools\.create\(/);
      await page.close();
    });

    it('the search shows the operations with all its words', async () => {
      const page = await openDocs('', { viewport: { width: 400, height: 800 } });
      const all = await shownOperations(page);
      await page.keyboard.press('/');
      await page.keyboard.type('health POOL');
      const some = await shownOperations(page);
      assert.ok(some > 0 && some < all / 10, `${some} of ${all}`);
      const found = page.locator('#area-health-checks');
      await found.getByText('Read the health of a pool').waitFor();
      await page.fill('input', 'xylophone');
      assert.equal(await shownOperations(page), 0);
      await page.getByText('No guide and no operation matches.').waitFor();
      await page.fill('input', '');
      assert.equal(await shownOperations(page), all);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 400);
      await page.close();
    });

    // Regression: the search knew only names of operations, so what rules are for was not found.
    for (const [words, heading, operation] of [
      ['redirect', 'Redirect in bulk', 'zone-rulesets-rules-create'],
      ['block country', 'Block a country', 'zone-rulesets-rules-create'],
      ['rate limit', 'Limit rates', 'zone-rulesets-rules-create'],
    ] as const) {
      it(`the search finds the guide and the operations for "${words}"`, async () => {
        const page = await openDocs('');
        await page.fill('input', words);
        await page.locator('#guides').getByText(heading, { exact: true }).waitFor();
        assert.equal(await page.locator(`.operation:visible #${operation}`).count(), 1);
        await page.locator('#guides').getByText(heading, { exact: true }).click();
        await page.waitForURL(/\/docs\/guides\/[a-z-]+\.md/);
        await page.getByText(`## ${heading}`).waitFor();
        await page.close();
      });
    }

    it('all content is visible without scripts', async () => {
      const page = await openDocs('#zones-create', { javaScriptEnabled: false });
      await page.locator('#zones-create').waitFor();
      assert.ok((await shownOperations(page)) > 100);
      assert.equal(await page.locator('input:visible').count(), 0);
      await page.close();
    });
  });
});
