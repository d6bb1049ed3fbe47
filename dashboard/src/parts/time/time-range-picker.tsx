import { type FormEvent, useState } from 'react';
import { usePageSearch } from '../address/use-page-search.ts';
import { Button } from '../controls/button.tsx';
import { Dropdown } from '../controls/dropdown.tsx';
import { Icon } from '../controls/icon.tsx';
import { isLive, presets, rangeOf, type TimeRange, toTime } from './time-range.ts';

/** The time range of the page, which is in its address. */
export function TimeRangePicker() {
  const [search, change] = usePageSearch();
  const range = rangeOf(search);
  const pick = ({ since, until }: TimeRange) => change({ since, until });
  return (
    <Dropdown name="Time range" icon="clock" shows={rangeLabel(range)} align="end">
      {(close) => (
        <div className="menu-content">
          <ul className="menu-list">
            {presets.map(({ since, label }) => (
              <li key={since}>
                <button
                  type="button"
                  className="menu-item"
                  aria-current={isLive(range) && range.since === since}
                  onClick={() => {
                    pick({ since });
                    close();
                  }}
                >
                  {label}
                  {isLive(range) && range.since === since && <Icon name="check" />}
                </button>
              </li>
            ))}
          </ul>
          <CustomRange
            range={range}
            onPick={(picked) => {
              pick(picked);
              close();
            }}
          />
        </div>
      )}
    </Dropdown>
  );
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

function rangeLabel(range: TimeRange): string {
  const preset = presets.find(({ since }) => isLive(range) && since === range.since);
  if (preset) return preset.label;
  const now = Date.now();
  const [from, to] = [toTime(range.since, now), toTime(range.until, now)];
  return `${day.format(from)} – ${range.until === undefined ? 'now' : day.format(to)}`;
}

function CustomRange({ range, onPick }: { range: TimeRange; onPick: (range: TimeRange) => void }) {
  const now = Date.now();
  const [from, setFrom] = useState(inputText(toTime(range.since, now)));
  const [to, setTo] = useState(inputText(toTime(range.until, now)));
  const isOrdered = Date.parse(from) < Date.parse(to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOrdered) return;
    onPick({ since: new Date(from).toISOString(), until: new Date(to).toISOString() });
  };
  return (
    <form className="custom-range" onSubmit={submit}>
      <label>
        From
        <input
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label>
        To
        <input type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
      </label>
      {!isOrdered && <p className="field-error">The range has to start before it ends.</p>}
      <Button type="submit" disabled={!isOrdered}>
        Apply
      </Button>
    </form>
  );
}

/** The form of date fields: local time without a zone. */
function inputText(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}
