import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { WebSocketServer } from 'ws';

/** A shop with first-party and third-party scripts; `/cart` also makes every type of connection that pages can make. */
export interface SampleShop {
  /** Port of the shop itself. */
  readonly port: number;
  /** Port of all third-party hosts. */
  readonly third: number;
  close(): void;
}

export async function openSampleShop(): Promise<SampleShop> {
  const thirdParty = createServer((incoming, outgoing) => {
    outgoing.setHeader('access-control-allow-origin', '*');
    if (incoming.url?.endsWith('.js')) outgoing.setHeader('content-type', 'text/javascript');
    outgoing.end('window.foreign = true;');
  });
  new WebSocketServer({ server: thirdParty });
  const third = await portOf(thirdParty);
  const pages = pagesFor(third);
  const scripts: Readonly<Record<string, string>> = { worker: workerFor(third) };
  const origin = createServer((incoming, outgoing) => {
    const [, first = ''] = (incoming.url ?? '').split(/[/?]/);
    const html = pages[first];
    outgoing.setHeader('content-type', html === undefined ? 'text/javascript' : 'text/html');
    outgoing.setHeader('set-cookie', 'sid=secret; Path=/; HttpOnly');
    outgoing.setHeader('etag', '"1"').setHeader('cache-control', 'no-cache');
    const isStored = incoming.headers['if-none-match'] === '"1"';
    if (isStored) outgoing.writeHead(304).end();
    else outgoing.end(html ?? scripts[first] ?? 'window.own = true;');
  });
  const port = await portOf(origin);
  return {
    port,
    third,
    close() {
      for (const server of [origin, thirdParty]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** By the first segment of the path. Scripts set a mark in the page, and the title becomes `ready` at the end. */
function pagesFor(third: number): Readonly<Record<string, string>> {
  const run = `
    const done = document.title = 'calling';
    Promise.all([
      fetch('/api/stock?sku=1'),
      fetch('http://api.test:${third}/v1/prices?currency=eur'),
      new Promise((resolve) => {
        const call = new XMLHttpRequest();
        call.onloadend = resolve;
        call.open('GET', 'http://xhr.test:${third}/old');
        call.send();
      }),
      new Promise((resolve) => {
        const socket = new WebSocket('ws://live.test:${third}/chat');
        socket.onopen = resolve;
        socket.onerror = resolve;
      }),
    ]).finally(() => {
      navigator.sendBeacon('http://stats.test:${third}/hit', 'a');
      document.title = 'ready';
    });`;
  const first = '<script src="/js/shop.js?v=3#part"></script>';
  const foreign = `<script src="http://cdn.test:${third}/lib.js"></script>`;
  return {
    cart: `<!doctype html><title>cart</title><script>window.inline = true</script>${first}${foreign}<script>${run}</script>`,
    pay: `<!doctype html><title>ready</title>${first}${foreign}<script>eval('window.evaluated = true')</script>`,
  };
}

/** Makes a request and reports its outcome. */
function workerFor(third: number): string {
  return `fetch('http://api.test:${third}/v1/steal').then(
    () => postMessage('sent'),
    () => postMessage('refused'),
  );`;
}

/** Opens a page of the shop and waits until it is ready. */
export async function openShopPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction("document.title === 'ready'");
}

/** The marks of the scripts that have run in a page of the shop. */
export function marksIn(page: Page): Promise<unknown> {
  const names = JSON.stringify(['inline', 'own', 'foreign', 'evaluated']);
  return page.evaluate(`${names}.filter((name) => window[name] === true)`);
}

/** Adds a script of each host to a page, one after the other, and returns which of them ran. */
export async function addScripts(
  page: Page,
  shop: SampleShop,
  hosts: readonly string[],
): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const host of hosts) {
    const outcome = await page.evaluate(`new Promise((resolve) => {
      const script = document.createElement('script');
      script.onload = () => resolve('runs');
      script.onerror = () => resolve('refused');
      script.src = 'http://${host}:${shop.third}/lib.js';
      document.head.append(script);
    })`);
    outcomes.push(outcome);
  }
  return outcomes;
}
