import { useNow } from '#app/session.tsx';
import { describeOutcome, type OutcomeValue } from './outcome.ts';
import { Icon } from '../icons/icon.tsx';

/**
 * What a check found: the one mark of it in tables, drawers and lists. The tooltip says its age, depth, provider and cost; it is the
 * browser's own, because tables draw hundreds of marks while they are scrolled.
 */
export function OutcomeMark({ value }: { readonly value: OutcomeValue }) {
  const now = useNow();
  const { text, former, sentence } = describeOutcome(value, now());
  return (
    <span className={`outcome outcome-${value.outcome}`} role="img" aria-label={sentence} title={sentence}>
      {value.outcome === 'failed' && <Icon name="alert" size={14} />}
      {value.outcome === 'failed' && former !== undefined ? <span className="outcome-former">{former}</span> : text}
    </span>
  );
}
