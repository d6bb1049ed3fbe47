import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyNotRead, InspectedBody, plainBody } from '../../request/body/inspected-body.ts';
import {
  compileCondition,
  liveAccessors,
  liveText,
  liveValueOf,
  observedValue,
} from './expression-values.ts';
import { LiveRequest } from './live-request.ts';

function sourceOf(target: string, ...rawHeaders: string[]) {
  return {
    stream: { version: '1.1', headers: { pairs: rawHeaders }, connection: { localPort: 0 } },
    method: 'GET',
    scheme: 'https' as const,
    target,
    rawTarget: target,
    authority: 'shop.test',
    host: 'shop.test',
    clientAddress: '192.0.2.1',
    startedAt: 0,
  };
}

const requestFor = (target: string, ...rawHeaders: string[]) =>
  new LiveRequest(sourceOf(target, ...rawHeaders));

describe('values of fields', () => {
  it('are computed once per request', () => {
    const read = liveAccessors.field('http.request.uri.args');
    assert.ok(read);
    const request = requestFor('/?a=1');
    assert.deepEqual(read(request), new Map([['a', ['1']]]));
    assert.equal(read(request), read(request));
    assert.notEqual(read(requestFor('/?a=1')), read(request));
  });

  it('are computed again after the request or response has changed', () => {
    const code = liveValueOf('http.response.code');
    const request = requestFor('/');
    assert.equal(code.evaluate(request), undefined);
    request.setResponse({ status: 204, headers: [] });
    assert.equal(code.evaluate(request), 204);
  });

  it('of an unread body are missing in traces and events, and interrupt conditions', () => {
    const raw = liveValueOf('http.request.body.raw');
    const size = liveValueOf('http.request.body.size');
    const load = async () => ({ ...plainBody('x'), isTruncated: false, size: 1 });
    const inspectedBody = new InspectedBody(load, 7);
    const request = new LiveRequest({ ...sourceOf('/'), inspectedBody });
    const observed = () =>
      ['raw', 'mime'].map((name) => observedValue(`http.request.body.${name}`, request));
    assert.throws(
      () => raw.evaluate(request),
      (error) => error === bodyNotRead,
    );
    assert.equal(size.evaluate(request), 7);
    assert.deepEqual(observed(), [undefined, '']);
    inspectedBody.seal();
    assert.equal(raw.evaluate(request), '');
    assert.deepEqual(observed(), [undefined, '']);
  });

  it('of a response are those of the phase in a trace; raw values are as the origin sent them', () => {
    const header = liveValueOf('http.response.headers["x-a"][0]');
    const raw = liveValueOf('raw.http.response.headers["x-a"][0]');
    const request = requestFor('/');
    const early = request.viewIn('early', undefined);
    request.setResponse({ status: 200, headers: [['x-a', 'sent']] });
    const middle = request.viewIn('middle', early);
    request.setResponse({ status: 200, headers: [['x-a', 'changed']] });
    const late = request.viewIn('late', middle);
    const seen = [early, middle, late].map((view) => request.at(view));
    assert.deepEqual(
      seen.map((it) => [header.evaluate(it), raw.evaluate(it)]),
      [
        [undefined, undefined],
        ['sent', 'sent'],
        ['changed', 'sent'],
      ],
    );
  });

  it('are cached even if they are missing', () => {
    let reads = 0;
    const request = requestFor('/');
    Object.defineProperty(request, 'response', {
      get() {
        reads += 1;
        return undefined;
      },
    });
    const code = liveValueOf('http.response.code');
    for (let n = 0; n < 3; n++) assert.equal(code.evaluate(request), undefined);
    assert.equal(reads, 1);
  });

  it('become text, empty if there is no value', () => {
    const request = requestFor('/a?b=c', 'x-a', '1');
    const texts = [
      liveText({}),
      liveText({ value: 'fixed' }),
      liveText({ expression: 'http.request.uri.args["b"][0]' }),
      liveText({ expression: 'http.request.uri.args["none"][0]' }),
    ];
    assert.deepEqual(
      texts.map(({ evaluate }) => evaluate(request)),
      ['', 'fixed', 'c', ''],
    );
    assert.deepEqual([...(texts[2]?.fields ?? [])], ['http.request.uri.args']);
  });

  it('are not read by a condition that is invalid', () => {
    assert.throws(() => compileCondition('http.no_such_field eq 1'), /unknown/);
  });

  it('as sent are available after rules have changed headers', () => {
    const request = requestFor('/', 'x-a', '1');
    const header = liveValueOf('http.request.headers["x-a"][0]');
    assert.equal(request.withRawHeaders(), request);
    request.headers = [['x-a', '2']];
    assert.equal(header.evaluate(request), '2');
    assert.equal(header.evaluate(request.withRawHeaders()), '1');
    assert.equal(header.evaluate(request), '2');
  });
});
