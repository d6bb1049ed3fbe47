/** What holds on every page of the dashboard, whatever it shows. */
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const themes = ['light', 'dark'] as const;

/**
 * Collects what a page must never do: violate its Content-Security-Policy, log an error, or call another origin. Refused API calls are
 * no problem by themselves, although the browser logs them: the page shows them. Call it before the page opens an address.
 */
export async function watchPage(page: Page, origin: string): Promise<readonly string[]> {
  const problems: string[] = [];
  page.on('console', (message) => {
    const isError = message.type() === 'error' || message.type() === 'warning';
    if (isError && !isAboutCall(message.text(), message.location().url)) {
      problems.push(`${message.text()} (${page.url()})`);
    }
  });
  page.on('pageerror', (error) => problems.push(`${error.stack ?? error} (${page.url()})`));
  page.on('request', (request) => {
    const { protocol, origin: called } = new URL(request.url());
    if (called !== origin && protocol !== 'blob:') problems.push(`request to ${request.url()}`);
  });
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    console.error('violates', event.violatedDirective, event.blockedURI, event.sourceFile))`);
  return problems;
}

function isAboutCall(text: string, url: string): boolean {
  return text.startsWith('Failed to load resource') && url.includes('/client/v4/');
}

/** Waits until a page has its content: a heading, and no skeleton. */
export async function untilShown(page: Page): Promise<void> {
  await page.locator('main').getByRole('heading').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** The serious and critical issues that axe finds in the light and in the dark theme. The page must follow the theme of the system. */
export async function accessibilityIssues(page: Page): Promise<string[]> {
  const issues: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(`window.axe || (() => { ${axe.source} })()`);
    const found = await page.evaluate("axe.run({ resultTypes: ['violations'] })");
    const { violations } = found as AxeResults;
    for (const { id, impact, help, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      const targets = nodes.map(({ target }) => target.join(' ')).join(', ');
      issues.push(`${colorScheme}: ${id}: ${help}: ${targets}`);
    }
  }
  return issues;
}

/** The controls of the top bar that lie over another one in a window of this width. */
export async function overlapsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  const found = await page.evaluate(`(() => {
    const shown = [...document.querySelectorAll('.top-bar button')].filter((one) => one.offsetWidth > 0);
    const boxes = shown.map((one) => [one.ariaLabel ?? one.innerText, one.getBoundingClientRect()]);
    return boxes.flatMap(([name, a], n) => boxes.slice(n + 1)
      .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map(([other]) => name + ' lies over ' + other));
  })()`);
  return found as string[];
}

/** By how many pixels the content is wider than a window of this width. */
export async function overflowAt(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  return Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
}
