import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { PageSearch } from '../address/page-search.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { formatCount } from '../format/numbers.ts';
import './ranking.css';

export interface RankingLink {
  /** A path; by default that of the current page. */
  readonly to?: string;
  readonly search: PageSearch;
}

export interface RankedItem {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** Leads to what is counted. */
  readonly link: RankingLink;
  /** Whether the page is filtered by it. */
  readonly isCurrent?: boolean;
  /** A second way to look at it. */
  readonly also?: RankingLink & { readonly icon: IconName; readonly label: string };
}

interface RankingProps {
  readonly title: string;
  readonly items: readonly RankedItem[];
  /** What is said if there are no items. */
  readonly empty: string;
  /** Whether labels are addresses or ids rather than words. */
  readonly isCode?: boolean;
}

/** Values with their counts, the largest first, each with a bar against the first. */
export function Ranking({ title, items, empty, isCode = false }: RankingProps) {
  const id = useId();
  const most = Math.max(...items.map(({ count }) => count), 1);
  return (
    <section className="ranking-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {items.length === 0 && <p className="secondary">{empty}</p>}
      <ol className="ranking">
        {items.map((item) => (
          <li key={item.id}>
            <span className="ranking-bar" style={{ width: `${(100 * item.count) / most}%` }} />
            <Link
              to={item.link.to ?? '.'}
              search={item.link.search}
              className="ranking-link"
              aria-current={item.isCurrent ? 'true' : undefined}
              title={item.label}
            >
              {isCode ? <code>{item.label}</code> : <span>{item.label}</span>}
            </Link>
            <span className="ranking-count">{formatCount(item.count)}</span>
            {item.also && (
              <Link
                to={item.also.to ?? '.'}
                search={item.also.search}
                className="ranking-also"
                title={item.also.label}
              >
                <Icon name={item.also.icon} />
                <span className="visually-hidden">
                  {item.also.label}: {item.label}
                </span>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
