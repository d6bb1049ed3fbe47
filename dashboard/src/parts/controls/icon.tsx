/** Paths in a square of 16, drawn with a line of 1.5. */
const paths = {
  alert: 'M8 2 1.8 13.2h12.4zM8 6.5v3M8 11.4v.2',
  away: 'M2 2l12 12M4 8.6a5.6 5.6 0 0 1 2-1.3M9.6 7.2c.9.3 1.7.8 2.4 1.4M6 11a2.8 2.8 0 0 1 4 0M8 13.2v.1M1.5 6.2A9 9 0 0 1 4.3 4.4M7 3.5a9 9 0 0 1 7.5 2.7',
  chart: 'M2 2.5v11h12M4.5 10.5l3-3.5 2.5 2 3.5-4.5',
  check: 'M3 8.5 6.5 12 13 4.5',
  chevron: 'M4.5 6.5 8 10l3.5-3.5',
  clock: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 4.8V8l2.4 1.6',
  close: 'M3.8 3.8l8.4 8.4M12.2 3.8l-8.4 8.4',
  code: 'M5.5 4 1.8 8l3.7 4M10.5 4l3.7 4-3.7 4',
  collapse: 'M2.5 3h11v10h-11zM6 3v10',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  dark: 'M13.2 9.6A5.8 5.8 0 0 1 6.4 2.8a5.8 5.8 0 1 0 6.8 6.8z',
  download: 'M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  drag: 'M6 3.2v.1M6 8v.1M6 12.8v.1M10 3.2v.1M10 8v.1M10 12.8v.1',
  external: 'M6.5 3h-4v10.5H13v-4M9 2.5h4.5V7M13.2 2.8 7 9',
  filter: 'M2 3.5h12M4.2 8h7.6M6.4 12.5h3.2',
  help: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M6.2 6.3c.2-2.4 3.8-2.2 3.7.1-.1 1.4-1.8 1.4-1.9 3M8 11.4v.2',
  info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 7.2v4M8 4.8v.2',
  live: 'M1.5 8h3l2-5 3 10 2-5h3',
  key: 'M10.5 2a3.5 3.5 0 0 0-3.3 4.7L2 12v2h3v-2h2V10h1.5l.8-.7A3.5 3.5 0 1 0 10.5 2M11 5v.1',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  menu: 'M2 4h12M2 8h12M2 12h12',
  minus: 'M3.5 8h9',
  move: 'M2.5 5h9M8.5 2l3 3-3 3M13.5 11h-9M7.5 8l-3 3 3 3',
  node: 'M2.5 2.5h11v4.5h-11zM2.5 9h11v4.5h-11zM5 4.8v.1M5 11.2v.1',
  overview: 'M2 13.5h12M3.5 11V8M6.5 11V3.5M9.5 11V6M12.5 11V4.5',
  pause: 'M5 3.5v9M11 3.5v9',
  plus: 'M8 3.2v9.6M3.2 8h9.6',
  search: 'M7 2.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6M10.5 10.5 14 14',
  settings: 'M2 4.5h6M11 4.5h3M2 11.5h3M8 11.5h6M9.5 3v3M6.5 10v3',
  shield: 'M8 1.8 2.8 3.6v4c0 3.2 2.1 5.5 5.2 6.6 3.1-1.1 5.2-3.4 5.2-6.6v-4z',
  signOut: 'M6 2.5H2.5v11H6M6 8h8M11 5l3 3-3 3',
  sort: 'M8 3v10M4.8 9.8 8 13l3.2-3.2',
  system: 'M2 3h12v8.2H2zM5.5 13.8h5',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M7 6.3V13',
  unlink:
    'M6.8 9.2 9.2 6.8M7 4.4l1.7-1.7a3.2 3.2 0 0 1 4.6 4.6L11.6 9M9 11.6l-1.7 1.7a3.2 3.2 0 0 1-4.6-4.6L4.4 7',
  rules: 'M2 4h2M2 8h2M2 12h2M6.5 4H14M6.5 8H14M6.5 12H14',
  gauge: 'M2.2 12.5a6.2 6.2 0 1 1 11.6 0M8 9.8 11 6',
  route: 'M2.5 12.5h3c4 0 1-9 5-9h3M11.2 1.2l2.3 2.3-2.3 2.3',
  list: 'M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  user: 'M8 2.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M2.5 13.8a5.5 5.5 0 0 1 11 0',
  zones:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M1.8 8h12.4M8 1.8c-4 3.6-4 8.8 0 12.4 4-3.6 4-8.8 0-12.4',
} as const;

export type IconName = keyof typeof paths;

/** Decoration next to a word, or within a control that has a label. */
export function Icon({ name, turned = false }: { name: IconName; turned?: boolean }) {
  return (
    <svg className={`icon ${turned ? 'icon-turned' : ''}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
