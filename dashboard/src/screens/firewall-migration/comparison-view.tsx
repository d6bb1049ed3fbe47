import { Link } from '@tanstack/react-router';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { formatCount, formatPercent } from '../../parts/format/numbers.ts';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import type { Column } from '../../parts/table/column.ts';
import { Table } from '../../parts/table/table.tsx';
import type { Comparison } from './migration.ts';

type ComparedRule = Comparison['rules'][number];

const firewallNames = { old: 'previous', new: 'new' } as const;
const ruleId = ({ firewall, id }: ComparedRule) => `${firewall}-${id}`;

const columns: readonly Column<ComparedRule>[] = [
  { id: 'rule', title: 'Rule', value: ({ description, id }) => description || id },
  {
    id: 'version',
    title: 'Version',
    value: ({ firewall }) => firewallNames[firewall],
    isFilterable: true,
  },
  {
    id: 'alone',
    title: 'Alone',
    value: ({ alone }) => alone,
    show: ({ alone }) => formatCount(alone),
    isNumber: true,
  },
  {
    id: 'requests',
    title: 'Requests',
    value: ({ requests }) => requests,
    show: ({ requests }) => formatCount(requests),
    isNumber: true,
  },
  { id: 'id', title: 'Id', value: ({ id }) => id, show: ({ id }) => <CopiedId id={id} /> },
];

const shares = [
  { id: 'both', label: 'Both versions', help: 'as before' },
  { id: 'old', label: 'Only the previous', help: 'would get through after the migration' },
  { id: 'new', label: 'Only the new', help: 'got through until now, or false positives' },
  { id: 'neither', label: 'Neither', help: 'ordinary requests' },
] as const;

/** What both versions did with the requests since they run side by side. */
export function ComparisonView({ zoneId, comparison }: { zoneId: string; comparison: Comparison }) {
  const { requests, rules, since } = comparison;
  const [{ panel }, change] = usePageSearch();
  const open = rules.find((rule) => ruleId(rule) === panel);
  return (
    <>
      <p className="secondary">
        {formatCount(requests.total)} {requests.total === 1 ? 'request' : 'requests'}
        {since && (
          <>
            {' '}
            since <RelativeTime time={since} />
          </>
        )}
        . Counts arrive every five seconds. By what stopped them:
      </p>
      <ul className="shares" aria-label="Requests by what stopped them">
        {shares.map(({ id, label, help }) => (
          <li key={id}>
            <h3>{label}</h3>
            <strong>{formatCount(requests[id])}</strong>
            <span className="secondary">
              {requests.total > 0 && `${formatPercent(requests[id] / requests.total)}, `}
              {help}
            </span>
          </li>
        ))}
      </ul>
      <Table
        name="compared-rules"
        label="Rules that matched"
        columns={columns}
        rows={rules}
        rowId={ruleId}
        hasPanel
        empty={<p className="secondary">No rule has matched a request yet.</p>}
      />
      {open && (
        <RuleDetails zoneId={zoneId} rule={open} onClose={() => change({ panel: undefined })} />
      )}
    </>
  );
}

interface RuleDetailsProps {
  readonly zoneId: string;
  readonly rule: ComparedRule;
  readonly onClose: () => void;
}

const advice = {
  old: 'Decide for the requests that it stopped alone: if they are attacks, switch the corresponding new rule on, or give it an action that blocks.',
  new: 'The requests that it stopped alone got through until now. If ordinary requests are among them, make an exception from one of its events.',
};

function RuleDetails({ zoneId, rule, onClose }: RuleDetailsProps) {
  return (
    <SidePanel title={rule.description || rule.id} onClose={onClose}>
      <div className="side-panel-stack">
        <dl className="facts">
          <dt>Version</dt>
          <dd>{firewallNames[rule.firewall]}</dd>
          <dt>Requests</dt>
          <dd>{formatCount(rule.requests)}</dd>
          <dt>Alone</dt>
          <dd>{formatCount(rule.alone)}, which the other version let pass</dd>
          <dt>Id</dt>
          <dd>
            <CopiedId id={rule.id} />
          </dd>
        </dl>
        <p className="secondary">{advice[rule.firewall]}</p>
        <p>
          <Link to={`/zones/${zoneId}/security/events`} search={{ filter: [`rule_id:${rule.id}`] }}>
            See its events
          </Link>
        </p>
      </div>
    </SidePanel>
  );
}
