import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for graphics. */
const TEXT = 4.5;
const GRAPHICS = 3;

const backgrounds = ['background', 'surface', 'raised'];
const texts = ['text', 'secondary', 'accent', 'good', 'warning', 'bad', 'neutral'];
const series = [1, 2, 3, 4, 5, 6].map((n) => `series-${n}`);
const across = (names: readonly string[], least: number) =>
  names.flatMap((name) => backgrounds.map((background) => [name, background, least] as const));

const pairs = [
  ...across(texts, TEXT),
  ...across(series, GRAPHICS),
  ['on-accent', 'accent', TEXT] as const,
];

describe('the colours of the dashboard', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, background, least] of pairs) {
      it(`${theme}: ${name} on ${background} has a contrast of at least ${least}`, () => {
        const contrast = contrastOf(colour(name, theme), colour(background, theme));
        assert.ok(contrast >= least, `it is ${contrast.toFixed(2)}`);
      });
    }
  }

  it('are all in a pair, except borders', () => {
    const paired = new Set<unknown>(pairs.flat());
    const alone = [...tokens.keys()].filter((name) => !paired.has(name));
    assert.deepEqual(alone, ['border', 'border-strong']);
  });
});

function colour(name: string, theme: 'light' | 'dark'): string {
  const token = tokens.get(name);
  assert.ok(token, `there is no token ${name}`);
  return token[theme];
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
