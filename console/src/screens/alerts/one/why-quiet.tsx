import { List, Text, Title } from '@mantine/core';
import type { AlertDetails } from '#client';
import { useShows } from '#app/session.tsx';
import { formatPlural, formatUsd } from '#data/format.ts';
import { saySuppressed } from '../data/words.ts';

/** What the rule left out in the same round, and what a second check cost. */
export function WhyQuiet({ alert: { suppressed, recheck } }: { readonly alert: AlertDetails }) {
  const isPriced = useShows('money');
  const reasons = saySuppressed(suppressed);
  const cost = isPriced && recheck?.cost_usd !== undefined ? ` for ${formatUsd(recheck.cost_usd)}` : '';
  if (reasons.length === 0 && recheck === null) return null;
  return (
    <section aria-label="How it was judged">
      <Title order={2} mb="xs">
        How it was judged
      </Title>
      {recheck !== null && (
        <Text size="sm">
          {recheck.checked === 0 ? 'No second check showed it.' : `${formatPlural(recheck.checked, 'second check')} made at once${cost}.`}
          {recheck.fell_back && ' The next check confirmed what a second one did not.'}
        </Text>
      )}
      {reasons.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mt="xs">
            Left out in the same round:
          </Text>
          <List size="sm">
            {reasons.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
        </>
      )}
    </section>
  );
}
