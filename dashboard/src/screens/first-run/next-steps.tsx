import { Link } from '@tanstack/react-router';

/** Where to go from here. */
export function NextSteps({ zoneId, accountId }: { zoneId: string; accountId: string }) {
  const steps = [
    {
      to: `/zones/${zoneId}`,
      label: 'See the traffic of the site',
      why: 'and what needs attention',
    },
    {
      to: `/zones/${zoneId}/security/events`,
      label: 'Look at security events',
      why: 'what was blocked or logged, and make exceptions',
    },
    {
      to: `/accounts/${accountId}/tokens`,
      label: 'Create tokens',
      why: 'for colleagues, scripts and Terraform, each with what it needs',
    },
    { to: `/accounts/${accountId}/start`, label: 'Add another site', why: 'with the same steps' },
  ];
  return (
    <ul className="next-steps">
      {steps.map(({ to, label, why }) => (
        <li key={to}>
          <Link to={to}>{label}</Link> <span className="secondary">{why}</span>
        </li>
      ))}
      <li>
        <a href="/docs">Read the guides and the reference of the API</a>
      </li>
    </ul>
  );
}
