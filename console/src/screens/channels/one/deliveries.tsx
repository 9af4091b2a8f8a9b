import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { getChannelsByChannelIdDeliveries, type ChannelDelivery } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural } from '#data/format.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { Delivery } from './delivery.tsx';
import styles from './deliveries.module.css';

const LIMIT = 20;
const EVERY_MS = 5000;

/** What was sent to a channel and what became of it; one opens in its place. */
export function Deliveries({ channelId }: { readonly channelId: string }) {
  const [offset, setOffset] = useState(0);
  const [open, setOpen] = useState<string>();
  const answer = useAnswer(
    getChannelsByChannelIdDeliveries,
    { path: { channel_id: channelId }, query: { limit: LIMIT, offset } },
    { everyMs: EVERY_MS },
  );
  if (open !== undefined)
    return (
      <Stack gap="sm">
        <Group>
          <Button size="xs" variant="default" leftSection={<Icon name="chevron-left" size={15} />} onClick={() => setOpen(undefined)}>
            All messages
          </Button>
        </Group>
        <Delivery channelId={channelId} deliveryId={open} />
      </Stack>
    );
  return (
    <Answered answer={answer} height={160}>
      {({ deliveries, pagination }) =>
        deliveries.length === 0 ? (
          <Text size="sm" c="dimmed">
            No message was sent to it yet.
          </Text>
        ) : (
          <>
            <ul className={styles.list} aria-label="Messages">
              {deliveries.map((one) => (
                <li key={one.id}>
                  <UnstyledButton className={styles.line} onClick={() => setOpen(one.id)}>
                    <Line delivery={one} />
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            <Pager pagination={pagination} onOffset={setOffset} />
          </>
        )
      }
    </Answered>
  );
}

function Line({ delivery: { title, status, tries, error, created_at: created } }: { readonly delivery: ChannelDelivery }) {
  return (
    <>
      <Text span size="sm" fw={500} className={styles.title}>
        {title}
      </Text>
      <StatusBadge status={status} />
      <Text span size="xs" c="dimmed" className={styles.about}>
        {formatInstant(created)}
        {tries > 0 && `, ${formatPlural(tries, 'try', 'tries')}`}
        {error !== null && `: ${error}`}
      </Text>
    </>
  );
}
