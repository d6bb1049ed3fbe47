import { useQueries, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { type ConfiguredRule, effectText } from './migration.ts';

const STABLE_MS = 300_000;

/** The new rules in their order, with what they change in the rulesets that they execute. */
export function NewRules({ zoneId, rules }: { zoneId: string; rules: readonly ConfiguredRule[] }) {
  const names = useNames(zoneId, rules);
  return (
    <ol className="parts">
      {rules.map((rule, n) => (
        // Rules that are not stored have no identity but their position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={n}>
          <span className="secondary">{rule.action}</span> {titleOf(rule, names)}
          {!rule.enabled && <span className="secondary"> (off)</span>}
          {rule.expression !== 'true' && <code>{rule.expression}</code>}
          {changesOf(rule, names).map((text) => (
            <code key={text}>{text}</code>
          ))}
        </li>
      ))}
    </ol>
  );
}

type Names = ReadonlyMap<string, string>;

function titleOf({ action, action_parameters: parameters }: ConfiguredRule, names: Names): string {
  if (action === 'skip') return 'the managed rules';
  const id = parameters?.id ?? '';
  return names.get(id) ?? id;
}

function changesOf({ action_parameters: parameters }: ConfiguredRule, names: Names): string[] {
  const { action, enabled, categories = [], rules = [] } = parameters?.overrides ?? {};
  const all = action !== undefined || enabled !== undefined;
  return [
    ...(all ? [`all rules: ${effectText({ action, enabled } as { action?: string })}`] : []),
    ...categories.map(({ category, ...effect }) => `${category}: ${effectText(effect)}`),
    ...rules.map(({ id, ...effect }) => `${names.get(id) ?? id}: ${effectText(effect)}`),
  ];
}

/** The names of rulesets and of the rules that are changed in them, by id. */
function useNames(zoneId: string, rules: readonly ConfiguredRule[]): Names {
  const rulesets = useQuery({
    ...apiQuery('GET /zones/{zone_id}/rulesets', { params: { zone_id: zoneId } }),
    staleTime: STABLE_MS,
  });
  const changed = rules.flatMap(({ action_parameters: parameters }) =>
    parameters?.id && parameters.overrides?.rules?.length ? [parameters.id] : [],
  );
  const details = useQueries({
    queries: [...new Set(changed)].map((id) => ({
      ...apiQuery('GET /zones/{zone_id}/rulesets/{ruleset_id}', {
        params: { zone_id: zoneId, ruleset_id: id },
      }),
      staleTime: STABLE_MS,
    })),
  });
  return new Map([
    ...(rulesets.data?.result ?? []).map(({ id, name }): [string, string] => [id, name]),
    ...details
      .flatMap(({ data }) => data?.result?.rules ?? [])
      .map(({ id, description = id }): [string, string] => [id, description]),
  ]);
}
