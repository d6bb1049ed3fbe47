import { Ranking } from '../../parts/ranking/ranking.tsx';

const paths = [
  '/',
  '/products',
  '/a/path/that/is/longer/than/the/card/that/it/is/shown/in',
  '/cart',
];

const items = paths.map((path, n) => ({
  id: path,
  label: path,
  count: Math.round(4000 / (n + 1)),
  link: { search: { filter: [`path:${path}`] } },
  isCurrent: n === 1,
  ...(n % 2 === 0 && {
    also: { search: { panel: path }, icon: 'shield' as const, label: 'Security events' },
  }),
}));

export function RankingSamples() {
  return (
    <div className="rankings">
      <Ranking title="Paths" isCode items={items} empty="None in this time" />
      <Ranking title="Words" items={items.slice(0, 1)} empty="None in this time" />
      <Ranking title="Nothing" items={[]} empty="None in this time" />
    </div>
  );
}
