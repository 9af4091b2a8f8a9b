import { Badge, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { getChannels, getDigestsByDigestIdRuns, type Digest, type DigestDelivery, type DigestRun } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural } from '#data/format.ts';
import { Section } from '#ui/layout/section.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { sayPeriod, sayRun } from '../say-digest.ts';
import styles from './runs.module.css';

const LIMIT = 12;
const EVERY_MS = 30_000;
const COLOURS: Readonly<Record<DigestRun['status'], string>> = { sent: 'teal', queued: 'indigo', skipped: 'gray', failed: 'red' };

/** What became of each period, with the reason where nothing was sent. */
export function Runs({ digest }: { readonly digest: Digest }) {
  const [offset, setOffset] = useState(0);
  const answer = useAnswer(
    getDigestsByDigestIdRuns,
    { path: { digest_id: digest.id }, query: { limit: LIMIT, offset } },
    { everyMs: EVERY_MS },
  );
  const isToChannels = digest.recipients.channel_ids.length > 0;
  const channels = useAnswer(
    getChannels,
    { query: { organization_id: digest.organization_id, limit: 100, offset: 0 } },
    { isWanted: isToChannels },
  );
  const names = new Map((channels.data?.channels ?? []).map(({ id, name }) => [id, name]));
  return (
    <Section title="What was sent">
      <Answered answer={answer} height={120}>
        {({ runs, pagination }) =>
          runs.length === 0 ? (
            <Text size="sm" c="dimmed">
              {digest.next_run_at === null
                ? 'Nothing was sent yet, and it is off.'
                : `Nothing was sent yet. The first one goes ${formatInstant(digest.next_run_at)} UTC.`}
            </Text>
          ) : (
            <>
              <ul className={styles.runs} aria-label="Periods">
                {runs.map((run) => (
                  <Run key={run.id} run={run} names={names} />
                ))}
              </ul>
              <Pager pagination={pagination} onOffset={setOffset} />
            </>
          )
        }
      </Answered>
    </Section>
  );
}

function Run({ run, names }: { readonly run: DigestRun; readonly names: ReadonlyMap<string, string> }) {
  const { period, status, subject, missed, deliveries, ended_at: ended } = run;
  return (
    <li className={styles.run}>
      <Stack gap={4}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {sayPeriod(period)}
          </Text>
          <Badge variant="dot" color={COLOURS[status]}>
            {sayRun({ status, reason: null })}
          </Badge>
          {ended !== null && (
            <Text size="xs" c="dimmed">
              {formatInstant(ended)} UTC
            </Text>
          )}
        </Group>
        {run.reason !== null && <Text size="sm">{run.reason}</Text>}
        {subject !== null && <Text size="sm">{subject}</Text>}
        {missed.length > 0 && (
          <Text size="sm" c="dimmed">
            The service was not running for {formatPlural(missed.length, 'period')} before it: {missed.map(sayPeriod).join('; ')}.
          </Text>
        )}
        <Deliveries deliveries={deliveries} names={names} />
      </Stack>
    </li>
  );
}

/** What each recipient got. */
function Deliveries({
  deliveries,
  names,
}: {
  readonly deliveries: readonly DigestDelivery[];
  readonly names: ReadonlyMap<string, string>;
}) {
  if (deliveries.length === 0) return null;
  return (
    <List size="sm" spacing={2} listStyleType="none" aria-label="Recipients">
      {deliveries.map(({ kind, to, status, reason }) => (
        <List.Item key={`${kind} ${to}`}>
          {kind === 'channel' ? (names.get(to) ?? 'a channel that is gone') : to}{' '}
          <Text span size="sm" c={status === 'failed' || status === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}>
            {DELIVERIES[status]}
            {reason !== null && `: ${reason}`}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

const DELIVERIES: Readonly<Record<DigestDelivery['status'], string>> = {
  queued: 'waits for the mail server',
  sent: 'given to the mail server',
  refused: 'refused by the mail server',
  failed: 'not sent after all tries',
  skipped: 'not sent',
  handed_over: 'given to the channel',
  unknown: 'not known any more',
};
