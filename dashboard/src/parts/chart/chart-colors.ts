import { useEffect, useState } from 'react';
import { usePreferences } from '../preferences.ts';
import { OTHER, type Series } from './series.ts';

/** A canvas needs the values of colours, not their names. All are read at once: each time, the browser computes the styles of the page. */
export function resolveColors(element: Element, names: readonly string[]): readonly string[] {
  const probes = names.map((name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(--${name})`;
    return probe;
  });
  element.append(...probes);
  const colors = probes.map((probe) => getComputedStyle(probe).color);
  for (const probe of probes) probe.remove();
  return colors;
}

/** Names that mean a state have its colour, in every chart and whatever their order; all others get the colours of series in their order. */
const stateColors: Readonly<Record<string, string>> = {
  [OTHER]: 'neutral',
  none: 'neutral',
  block: 'bad',
  managed_challenge: 'warning',
  js_challenge: 'warning',
  managedchallenge: 'warning',
  jschallenge: 'warning',
  challenge: 'warning',
  log: 'accent',
  skip: 'neutral',
  allow: 'neutral',
  '2xx': 'series-1',
  '3xx': 'series-3',
  '4xx': 'series-2',
  '5xx': 'bad',
};

export function colorNames(series: readonly Series[]): readonly string[] {
  let next = 0;
  return series.map(({ name }) => stateColors[name] ?? `series-${(next++ % 6) + 1}`);
}

/** Changes whenever the colours of the page do. */
export function useTheme(): string {
  const { theme } = usePreferences();
  const [isDark, setDark] = useState(() => darkQuery().matches);
  useEffect(() => {
    const query = darkQuery();
    const onChange = () => setDark(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return theme === 'system' ? `system ${isDark}` : theme;
}

function darkQuery(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
