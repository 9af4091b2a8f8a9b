import { Text } from '@mantine/core';
import type { Job } from '#client';
import { useNow } from '#app/session.tsx';
import { formatInstant } from '#data/format.ts';
import { Section } from '#ui/layout/section.tsx';
import { listNext } from './cron.ts';
import { describeCron } from './cron-words.ts';

const NEXT = 5;

/** When a job runs, in words and with the next instants. */
export function Schedule({ job: { cron_schedule: cron, is_enabled: isEnabled, next_run: next } }: { readonly job: Job }) {
  const now = useNow();
  const instants = cron === null ? [] : listNext(cron, now(), NEXT);
  return (
    <Section title="When">
      <Text mb="xs">{describeCron(cron)}</Text>
      {isEnabled && instants.length > 0 ? (
        <>
          <Text size="sm" c="dimmed">
            The next {instants.length}
          </Text>
          <ol style={{ margin: 0, paddingLeft: 24 }}>
            {instants.map((instant) => (
              <li key={instant.toISOString()}>{formatInstant(instant.toISOString())} UTC</li>
            ))}
          </ol>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {isEnabled ? `Next: ${formatInstant(next)} UTC` : 'It is off and does not run on schedule.'}
        </Text>
      )}
    </Section>
  );
}
