import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RedirectSnapshot } from '../../contracts/snapshot/list-snapshot.ts';
import { RedirectIndex } from './redirect-index.ts';

type Members = Partial<RedirectSnapshot>;

function indexOf(redirects: Readonly<Record<string, Members>>): RedirectIndex {
  const index = new RedirectIndex();
  for (const [source, members] of Object.entries(redirects)) {
    const [host = '', ...path] = source.split('/');
    index.add({
      host,
      path: `/${path.join('/')}`,
      target: `https://to.test/${host}/${path.join('-')}`,
      status: 301,
      hasSubdomains: false,
      hasSubpaths: false,
      keepsQuery: false,
      keepsSuffix: true,
      ...members,
    });
  }
  return index;
}

const below = { hasSubpaths: true };

describe('redirect index', () => {
  const index = indexOf({
    'a.test/': { target: 'https://to.test/home' },
    'a.test/old': { target: 'https://to.test/new', status: 308 },
    'a.test/blog': { ...below, target: 'https://to.test/news' },
    'a.test/blog/2020/': { ...below, target: 'https://to.test/archive/' },
    'a.test/docs/': { ...below, target: 'https://to.test/d/', keepsSuffix: false },
    'a.test/q': { keepsQuery: true, target: 'https://to.test/q#part' },
    'b.test/': { ...below, hasSubdomains: true, target: 'https://to.test/b' },
    'x.b.test/only': { target: 'https://to.test/x' },
    'a.test/caf%C3%A9': { target: 'https://to.test/cafe' },
    'tls.test/': { scheme: 'https', target: 'https://to.test/tls' },
  });
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['https://a.test/', 'https://to.test/home'],
    ['http://A.test:8080', 'https://to.test/home'],
    ['https://a.test/other', undefined],
    ['https://a.test/old?x=1', 'https://to.test/new'],
    ['https://a.test/old/', undefined],
    ['https://a.test/old/more', undefined],
    ['https://a.test/blog', 'https://to.test/news'],
    ['https://a.test/blog/', 'https://to.test/news/'],
    ['https://a.test/blog/2020', 'https://to.test/news/2020'],
    ['https://a.test/blog/2020/', 'https://to.test/archive/'],
    ['https://a.test/blog/2020/may/1', 'https://to.test/archive/may/1'],
    ['https://a.test/blogger', undefined],
    ['https://a.test/docs/a/b', 'https://to.test/d/'],
    ['https://a.test/docs', undefined],
    ['https://a.test/q?a=b&c', 'https://to.test/q?a=b&c#part'],
    ['https://a.test/q', 'https://to.test/q#part'],
    ['https://a.test/caf%c3%a9', 'https://to.test/cafe'],
    ['https://a.test//x/../%6Fld', 'https://to.test/new'],
    ['https://b.test/any', 'https://to.test/b/any'],
    ['https://y.x.b.test/any?q', 'https://to.test/b/any'],
    ['https://x.b.test/only', 'https://to.test/x'],
    ['https://x.b.test/only/not', 'https://to.test/b/only/not'],
    ['https://notb.test/', undefined],
    ['https://tls.test/', 'https://to.test/tls'],
    ['http://tls.test/', undefined],
    ['nothing', undefined],
    ['', undefined],
  ];
  for (const [url, location] of cases) {
    it(`redirects ${url || 'an empty text'} to ${location ?? 'nothing'}`, () => {
      assert.equal(index.find(url)?.location, location);
    });
  }

  it('prefers a redirect for the scheme to one for both', () => {
    const both = indexOf({ 'a.test/': { target: 'https://to.test/any' } });
    both.add({
      scheme: 'http',
      host: 'a.test',
      path: '/',
      target: 'https://to.test/http',
      status: 302,
      hasSubdomains: false,
      hasSubpaths: false,
      keepsQuery: false,
      keepsSuffix: true,
    });
    assert.deepEqual(both.find('http://a.test/'), {
      status: 302,
      location: 'https://to.test/http',
    });
    assert.equal(both.find('https://a.test/')?.location, 'https://to.test/any');
  });

  it('finds the longest of many parent paths', () => {
    const deep = indexOf({ 'a.test/': below, [`a.test/${'a/'.repeat(2000)}`]: below });
    const url = `https://a.test/${'a/'.repeat(8000)}`;
    assert.match(deep.find(url)?.location ?? '', /^https:\/\/to\.test\/a\.test\//);
  });
});
