import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { ExpressionError, parseExpression } from './expression.ts';
import { sampleScheme } from './fixtures/sample-request.ts';

function errorOf(text: string): ExpressionError {
  try {
    parseExpression(text, sampleScheme);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

describe('the text of an error', () => {
  it('has three lines: position, source line, carets and reason', () => {
    assert.equal(
      errorOf('ssl and\nhttp.request.methd eq "GET" and\nssl').message,
      [
        'Filter parsing error (2:1):',
        'http.request.methd eq "GET" and',
        '^^^^^^^^^^^^^^^^^^ unknown identifier, did you mean "http.request.method"?',
      ].join('\n'),
    );
  });

  it('puts the carets below the piece, and at least one', () => {
    assert.equal(
      errorOf('ip.src in {203.0.113.77/24}').message.split('\n')[2],
      '           ^^^^^^^^^^^^ host part of address was not zero',
    );
    assert.equal(
      errorOf('ssl and').message.split('\n')[2],
      '       ^ expected identifier character',
    );
  });

  it('counts characters, not UTF-16 units or bytes', () => {
    assert.equal(errorOf('http.host eq "💥é" x').column, 18);
  });

  it('ends the carets at the end of the line', () => {
    assert.equal(
      errorOf('http.host eq "a\nb').message.split('\n')[2],
      '              ^ could not find an ending quote',
    );
  });

  it('is an error of this project, with reason, suggestion and span', () => {
    const error = errorOf('http.hots eq "x"');
    assert.ok(error instanceof PalisadeError);
    assert.deepEqual(
      [error.code, error.reason, error.suggestion, error.span],
      ['expression_invalid', 'unknown identifier', 'http.host', { start: 0, end: 9 }],
    );
  });
});

describe('suggestions', () => {
  const cases = [
    ['http.hosts eq "x"', 'http.host'],
    ['HTTP.HOST eq "x"', 'http.host'],
    ['ip.geo.country eq "x"', 'ip.geoip.country'],
    ['ip.geoip.contry eq "x"', 'ip.geoip.country'],
    ['start_with(http.host, "a")', 'starts_with'],
    ['loewr(http.host) eq "a"', 'lower'],
    ['ip.src in $offic', 'office'],
    ['banana eq "x"', undefined],
  ] as const;
  for (const [text, expected] of cases) {
    it(`${text} → ${expected}`, () => assert.equal(errorOf(text).suggestion, expected));
  }
});
