import { Icon } from '../../parts/controls/icon.tsx';

interface CheckResultProps {
  readonly compatible: boolean;
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
}

/** What to do about each reason; the message of the API says what it is. */
const advice: Readonly<Record<string, string>> = {
  uri_overrides_present:
    'Read the rules that replace each override from its preview in the API, then delete the override.',
  too_many_firewall_rules: 'Join firewall rules that bypass the managed rules.',
  expression_too_long: 'Shorten the filter, or use fewer page rules.',
  plan_not_supported: 'There is nothing to do.',
};

export function CheckResult({ compatible, reasons }: CheckResultProps) {
  if (compatible) {
    return (
      <p className="check-passed">
        <Icon name="check" /> The zone can be migrated.
      </p>
    );
  }
  return (
    <>
      <p>The zone cannot be migrated yet:</p>
      <ul className="parts">
        {reasons.map(({ code, message }) => (
          <li key={code}>
            {message}
            {advice[code] && <span className="secondary"> {advice[code]}</span>}
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <a href="/docs/guides/firewall-migration.md">What each reason means</a>
      </p>
    </>
  );
}
