import { Link } from '@tanstack/react-router';
import { Badge } from '../controls/badge.tsx';
import { Icon } from '../controls/icon.tsx';
import { Partial } from '../states/partial.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import type { AttentionScope } from './concern.ts';
import { useConcerns } from './use-concerns.ts';
import './attention.css';

const toneWords = { bad: 'Failing', warning: 'Look at' } as const;

/** What is wrong now, the most urgent first, each with where to act. */
export function NeedsAttention({ scope }: { scope: AttentionScope }) {
  const { concerns, unread, isReading } = useConcerns(scope);
  return (
    <section className="attention" aria-labelledby="needs-attention">
      <h2 id="needs-attention">Needs attention</h2>
      {concerns.length > 0 && (
        <ul>
          {concerns.map(({ id, tone, title, detail, link }) => (
            <li key={id}>
              <Badge tone={tone}>{toneWords[tone]}</Badge>
              <div className="attention-what">
                <strong>{title}</strong>
                {detail && <span className="secondary">{detail}</span>}
              </div>
              {link && (
                <Link to={link.to} search={link.search ?? {}}>
                  {link.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {isReading && concerns.length === 0 && <Skeleton lines={2} />}
      {!isReading && concerns.length === 0 && unread.length === 0 && (
        <p className="attention-none">
          <Icon name="check" /> Nothing needs attention.
        </p>
      )}
      {unread.map(({ what, why }) => (
        <Partial key={what}>
          Not looked at: {what}. {why}
        </Partial>
      ))}
    </section>
  );
}
