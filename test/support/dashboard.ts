import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { NodeProcess } from './node-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = join(root, 'dashboard');
const built = join(sources, 'dist');

/** Builds the dashboard unless its files are newer than their sources. Test files that do so at the same time do not disturb each other. */
export async function buildDashboard(): Promise<void> {
  if (builtAt() > newestSource()) return;
  const folder = `${built}-${process.pid}`;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', sources, '--logLevel', 'warn', '--outDir', folder];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the dashboard could not be built: ${code}`);
  rmSync(built, { recursive: true, force: true });
  // Another test file was faster.
  await rename(folder, built).catch(() => rmSync(folder, { recursive: true, force: true }));
}

function builtAt(): number {
  const page = join(built, 'index.html');
  return existsSync(page) ? statSync(page).mtimeMs : 0;
}

function newestSource(): number {
  const entries = readdirSync(sources, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('dist'));
  return Math.max(...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}

/** Opens a path of the dashboard and signs in with the token of the administrator. */
export async function openDashboard(page: Page, node: NodeProcess, path = '/'): Promise<void> {
  await page.goto(node.origin + path);
  await signIn(page, node.token());
  await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'attached' });
}

/** Fills in the form that is shown to visitors without a session. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
