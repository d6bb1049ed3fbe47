import type { FiguresKind, TrafficTableName } from './analytics-tables.ts';
import type { ZoneMinute } from './request-sums.ts';
import { type TrafficPeriod, trafficPeriods } from './traffic-periods.ts';
import { TrafficSums } from './traffic-sums.ts';
import { TrafficTops } from './traffic-tops.ts';

/** Figures of either kind, as they are added up and stored. */
export interface Figures {
  addAll(stored: unknown): void;
  stored(): unknown;
}

export const emptyFigures: Readonly<Record<FiguresKind, () => Figures>> = {
  sums: () => new TrafficSums(),
  tops: () => new TrafficTops(),
};

/** Figures of the same period, by owner. */
export interface PeriodFigures {
  readonly table: TrafficTableName;
  readonly period: TrafficPeriod;
  readonly startAt: number;
  readonly byOwner: ReadonlyMap<string, Figures>;
}

/** What a zone had in a minute, as it is stored. */
type StoredMinute = Pick<ZoneMinute, 'zoneId' | 'startAt'> & Readonly<Record<FiguresKind, unknown>>;

type OwnerOf = (minute: StoredMinute) => string | undefined;

/** Adds minutes up to all periods, for zones and for their accounts. Zones without an account were deleted. */
export function figuresOf(
  minutes: readonly ZoneMinute[],
  accounts: ReadonlyMap<string, string>,
): PeriodFigures[] {
  const kept: readonly StoredMinute[] = minutes
    .filter(({ zoneId }) => accounts.has(zoneId))
    .map(({ sums, tops, ...minute }) => ({ ...minute, sums: sums.stored(), tops: tops.stored() }));
  const owners: readonly [TrafficTableName, OwnerOf][] = [
    ['zone_traffic', ({ zoneId }) => zoneId],
    ['account_traffic', ({ zoneId }) => accounts.get(zoneId)],
  ];
  return trafficPeriods.flatMap((period) => {
    const starts = Map.groupBy(kept, ({ startAt }) => Math.floor(startAt / period.ms));
    return [...starts].flatMap(([start, inside]) =>
      owners.map(([table, ownerOf]) => ({
        table,
        period,
        startAt: start * period.ms,
        byOwner: addUp(period.figures, inside, ownerOf),
      })),
    );
  });
}

function addUp(
  kind: FiguresKind,
  minutes: readonly StoredMinute[],
  ownerOf: OwnerOf,
): Map<string, Figures> {
  const figures = new Map<string, Figures>();
  for (const minute of minutes) {
    const ownerId = ownerOf(minute) ?? '';
    const sum = figures.get(ownerId) ?? emptyFigures[kind]();
    figures.set(ownerId, sum);
    sum.addAll(minute[kind]);
  }
  return figures;
}
