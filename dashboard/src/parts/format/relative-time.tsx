import { useEffect, useState } from 'react';
import { formatAgo, formatExactly } from './times.ts';

const REFRESH_MS = 10_000;

/** What has just happened may seem to be ahead by this much, since clocks differ. */
const CLOCK_SKEW_MS = 30_000;

/** A time as people say it, with the exact one on hover. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const at = Date.parse(time);
  const isJustNow = at > now && at - now < CLOCK_SKEW_MS;
  return (
    <time dateTime={time} title={formatExactly(at)}>
      {formatAgo(at, isJustNow ? at : now)}
    </time>
  );
}
