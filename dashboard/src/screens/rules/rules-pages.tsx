import { useZoneId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { customRules, rateLimits, rewrites } from './phase-views.ts';
import { RulesOfPhase } from './rules-of-phase.tsx';

export function CustomRules() {
  return (
    <div className="page">
      <RulesOfPhase zoneId={useZoneId()} view={customRules} heading="Custom rules" />
    </div>
  );
}

export function RateLimits() {
  return (
    <div className="page">
      <RulesOfPhase zoneId={useZoneId()} view={rateLimits} heading="Rate limits" />
    </div>
  );
}

export function Rewrites() {
  const zoneId = useZoneId();
  const [search, change] = usePageSearch();
  const [first] = rewrites;
  const view = rewrites.find(({ phase }) => phase === search.tab) ?? first;
  if (!view) return null;
  return (
    <div className="page">
      <h1>Redirects and rewrites</h1>
      <Tabs
        label="Phase"
        tabs={rewrites.map(({ phase, title }) => ({ id: phase, label: title }))}
        open={view.phase}
        onOpen={(tab) => change({ tab, panel: undefined, search: undefined })}
      >
        <RulesOfPhase key={view.phase} zoneId={zoneId} view={view} />
      </Tabs>
    </div>
  );
}
