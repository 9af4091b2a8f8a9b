import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  getChannelsByChannelIdDeliveries,
  getChannelsByChannelIdDeliveriesByDeliveryId,
  postChannelsByChannelIdDeliveriesByDeliveryIdReplay,
  type ChannelDelivery,
  type ChannelTry,
} from '#client';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { formatDuration } from '#data/time/duration.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import styles from './deliveries.module.css';

const EVERY_MS = 3000;

/** One message: what it said, what became of it, and every try. */
export function Delivery({ channelId, deliveryId }: { readonly channelId: string; readonly deliveryId: string }) {
  const path = { channel_id: channelId, delivery_id: deliveryId };
  const [isReplayed, setReplayed] = useState(false);
  const answer = useAnswer(getChannelsByChannelIdDeliveriesByDeliveryId, { path }, { everyMs: EVERY_MS });
  const refresh = useRefresh(getChannelsByChannelIdDeliveries, getChannelsByChannelIdDeliveriesByDeliveryId);
  return (
    <Answered answer={answer} height={240}>
      {({ delivery, text, tries }) => (
        <Stack gap="sm">
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600}>{delivery.title}</Text>
            <StatusBadge status={delivery.status} />
          </Group>
          {text !== '' && (
            <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
              {text}
            </Text>
          )}
          <Facts facts={listFacts(delivery)} />
          <Tries tries={tries} />
          {['delivered', 'failed', 'digested'].includes(delivery.status) && (
            <Group>
              <Button variant="default" onClick={() => setReplayed(true)}>
                Send again
              </Button>
            </Group>
          )}
          <ConfirmAction
            isOpen={isReplayed}
            onClose={() => setReplayed(false)}
            title="Send this message again"
            verb="Send again"
            run={() => ask(postChannelsByChannelIdDeliveriesByDeliveryIdReplay, { path })}
            onDone={refresh}
          >
            It goes to where the channel leads today, with the same id, so that the receiver can recognize it.
          </ConfirmAction>
        </Stack>
      )}
    </Answered>
  );
}

function listFacts(delivery: ChannelDelivery): (readonly [string, string])[] {
  const at = (instant: string): string => `${formatInstant(instant)} UTC`;
  const { held_until: held, next_try_at: next, delivered_at: delivered, sent_in: within, error } = delivery;
  return [
    ['Event', `${delivery.event}, ${delivery.severity}`],
    ['Created', at(delivery.created_at)],
    ...(held === null ? [] : [['Held for quiet hours until', at(held)] as const]),
    ...(within === null ? [] : [['Sent', 'in one message with others that were held'] as const]),
    ...(delivered === null ? [] : [['Taken', at(delivered)] as const]),
    ...(delivery.status !== 'pending' || next === null ? [] : [['Next try', at(next)] as const]),
    ...(error === null ? [] : [['Error', error] as const]),
    ...(delivery.status === 'digested' ? [['Not sent within a day', 'it is left to the next digest'] as const] : []),
  ];
}

function Tries({ tries }: { readonly tries: readonly ChannelTry[] }) {
  if (tries.length === 0) return <Text size="sm">Not tried yet.</Text>;
  return (
    <ol className={styles.list} aria-label="Tries">
      {tries.map(({ number, began_at: began, duration_ms: ms, response_status: status, error }) => (
        <li key={`${number} ${began}`}>
          <Text size="sm" px="sm" py={6} component="div">
            Try {number}, {formatInstant(began)}: {error ?? 'taken'}
            {status !== null && ` (${status})`}, after {formatDuration(ms)}
          </Text>
        </li>
      ))}
    </ol>
  );
}
