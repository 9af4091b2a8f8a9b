import { List, Text } from '@mantine/core';
import type { FailedTry } from '#client';
import { formatInstant, formatPlural } from '#data/format.ts';
import { Icon } from '#ui/icons/icon.tsx';

const SHOWN_MAX = 5;

/** The marks of failed checks on a chart in words, each with its reason: a drawing cannot be read by touch or by ear. */
export function FailedChecks({ failures }: { readonly failures: readonly FailedTry[] }) {
  if (failures.length === 0) return null;
  const rest = failures.length - SHOWN_MAX;
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        Failed checks
      </Text>
      <List size="sm" listStyleType="none" aria-label="Failed checks">
        {failures.slice(0, SHOWN_MAX).map(({ run_id: id, failed_at: at, error }) => (
          <List.Item key={id}>
            <Text span size="sm" c="var(--warn)">
              <Icon name="alert" size={13} /> {formatInstant(at)} UTC
            </Text>{' '}
            {error ?? 'No reason was recorded.'}
          </List.Item>
        ))}
      </List>
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          {formatPlural(rest, 'earlier one')} within these days.
        </Text>
      )}
    </>
  );
}
