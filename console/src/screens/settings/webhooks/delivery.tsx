import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  getAdminWebhooksDeliveries,
  getAdminWebhooksDeliveriesByDeliveryId,
  postAdminWebhooksDeliveriesByDeliveryIdReplay,
  type WebhookTry,
} from '#client';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { formatDuration } from '#data/time/duration.ts';
import { formatInstant } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { JsonBlock } from '#ui/json-block.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Table } from '#ui/layout/table.tsx';

/** One event: what is sent, and every try. */
export function Delivery({ deliveryId, everyMs }: { readonly deliveryId: string; readonly everyMs: number | undefined }) {
  const [isReplayed, setReplayed] = useState(false);
  const answer = useAnswer(getAdminWebhooksDeliveriesByDeliveryId, { path: { deliveryId } }, { everyMs });
  const refresh = useRefresh(getAdminWebhooksDeliveries, getAdminWebhooksDeliveriesByDeliveryId);
  return (
    <Answered answer={answer} height={320}>
      {({ delivery: { id, event, url, status, body, created_at: created, delivered_at: delivered, error }, tries }) => (
        <Stack>
          <Group justify="space-between">
            <StatusBadge status={status} />
            <Button variant="default" onClick={() => setReplayed(true)}>
              Send again
            </Button>
          </Group>
          <Facts
            facts={[
              ['Event', `${event} ${id}`],
              ['Receiver', url],
              ['Created', `${formatInstant(created)} UTC`],
              ['Delivered', delivered === null ? 'not yet' : `${formatInstant(delivered)} UTC`],
              ...(error === null ? [] : [['Error', error] as const]),
            ]}
          />
          <Tries tries={tries} />
          <JsonBlock label="Body" value={body} />
          <ConfirmPrice
            isOpen={isReplayed}
            onClose={() => setReplayed(false)}
            title="Send this event again"
            verb="Send again"
            dryRun={async () => {
              const dry = await ask(postAdminWebhooksDeliveriesByDeliveryIdReplay, { path: { deliveryId }, body: { dry_run: true } });
              return { estimate: 'estimate' in dry ? dry.estimate : { calls: 0, cost_usd: 0 } };
            }}
            run={() => ask(postAdminWebhooksDeliveriesByDeliveryIdReplay, { path: { deliveryId }, body: {} })}
            onDone={refresh}
          >
            <Text size="sm">It is sent with the same id and body, so the receiver can recognize a duplicate.</Text>
          </ConfirmPrice>
        </Stack>
      )}
    </Answered>
  );
}

function Tries({ tries }: { readonly tries: readonly WebhookTry[] }) {
  if (tries.length === 0) return <Text size="sm">Not tried yet.</Text>;
  return (
    <Table aria-label="Tries">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Try</Table.Th>
          <Table.Th>Started (UTC)</Table.Th>
          <Table.Th ta="right">Took</Table.Th>
          <Table.Th ta="right">Answer</Table.Th>
          <Table.Th>Error</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tries.map(({ number, began_at: began, duration_ms: ms, response_status: status, error }) => (
          <Table.Tr key={number}>
            <Table.Td>{number}</Table.Td>
            <Table.Td>{formatInstant(began)}</Table.Td>
            <Table.Td ta="right">{formatDuration(ms)}</Table.Td>
            <Table.Td ta="right">{status ?? 'none'}</Table.Td>
            <Table.Td>{error ?? ''}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
