import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { getAdminWebhooksDeliveries, postAdminWebhooksTest, type WebhookDelivery } from '#client';
import { answerKey, ask } from '#data/answers/answers.ts';
import { useLive } from '#data/live.ts';
import { Empty } from '#ui/states/answered.tsx';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Delivery } from './delivery.tsx';
import { DELIVERY_EVENTS, DELIVERY_STATES, webhooksSearch } from './search.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { Select } from '#ui/forms/select.tsx';
import { defineListScreen, type ListPart } from '#ui/list/define-list.tsx';

const COLUMNS: readonly RowColumn<WebhookDelivery>[] = [
  column.text('id', 'Event', 280),
  column.text('event', 'Kind', 160, { isOnPhone: true }),
  drawn.status('status', 'Status', 120, { isOnPhone: true }),
  column.count('tries', 'Tries', 70, { of: 'attempts' }),
  column.count('response', 'Answer', 80, { of: 'response_status' }),
  column.instant('created', 'Created (UTC)', 170, { of: 'created_at', isOnPhone: true }),
  column.instant('delivered', 'Delivered (UTC)', 170, { of: 'delivered_at' }),
  column.text('url', 'Receiver', 260),
  column.text('error', 'Error', 280),
];

type Part = ListPart<typeof webhooksSearch, unknown>;

/** Events sent to the webhook receiver, and their delivery status. */
export const View = defineListScreen({
  title: 'Webhooks',
  question: 'Events sent to the webhook receiver, and their delivery status.',
  actions: SendTest,
  search: webhooksSearch,
  operation: getAdminWebhooksDeliveries,
  useOptions: ({ search: { status, event } }) => ({ query: { ...(status && { status }), ...(event && { event }) } }),
  useEveryMs: () =>
    useLive({
      topics: ['workflow'],
      answers: [answerKey(getAdminWebhooksDeliveries)],
      matches: ({ workflow_type: type }) => type === 'webhook-delivery',
    }),
  limit: 100,
  height: 320,
  filters: Filters,
  after: OpenDelivery,
  empty: ({ search: { status, event } }) => (
    <Empty title="No events">
      {status || event
        ? 'No events match these filters.'
        : 'Set WEBHOOK_URL to send events to a receiver; events appear here with all their tries.'}
    </Empty>
  ),
  label: 'Deliveries',
  fileName: 'webhook-deliveries',
  rows: ({ deliveries }) => deliveries,
  columns: COLUMNS,
  rowKey: ({ id }) => id,
  open: ({ id }, { setSearch }) => setSearch({ delivery: id }),
});

function Filters({ search: { status, event }, setSearch }: Part) {
  return (
    <Group mb="md">
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        data={[...DELIVERY_STATES]}
        value={status ?? null}
        onChange={(value) => setSearch({ status: DELIVERY_STATES.find((one) => one === value), offset: undefined })}
      />
      <Select
        aria-label="Event"
        placeholder="Any event"
        clearable
        data={[...DELIVERY_EVENTS]}
        value={event ?? null}
        onChange={(value) => setSearch({ event: DELIVERY_EVENTS.find((one) => one === value), offset: undefined })}
      />
    </Group>
  );
}

function OpenDelivery({ search: { delivery }, setSearch, everyMs }: Part) {
  return (
    <Drawer opened={delivery !== undefined} onClose={() => setSearch({ delivery: undefined })} title="Event" size="xl">
      {delivery !== undefined && <Delivery deliveryId={delivery} everyMs={everyMs} />}
    </Drawer>
  );
}

function SendTest() {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh(getAdminWebhooksDeliveries);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send a test</Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Send a test event to the receiver"
        verb="Send"
        dryRun={async () => {
          const answer = await ask(postAdminWebhooksTest, { body: { dry_run: true } });
          return { estimate: 'estimate' in answer ? answer.estimate : { calls: 0, cost_usd: 0 } };
        }}
        run={() => ask(postAdminWebhooksTest, { body: {} })}
        onDone={refresh}
      />
    </>
  );
}
