import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { getAdminWebhooksDeliveries, postAdminWebhooksTest, type WebhookDelivery } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { useRefresh } from '../../operations/use-refresh.ts';
import { Delivery } from './delivery.tsx';
import { DELIVERY_EVENTS, DELIVERY_STATES, webhooksSearch } from './search.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { Select } from '#ui/forms/select.tsx';

const LIMIT = 100;

/** Events sent to the webhook receiver, and their delivery status. */
export function View() {
  const { search, setSearch } = useScreenSearch(webhooksSearch);
  const { status, event, offset = 0, delivery } = search;
  const everyMs = useLive({
    topics: ['workflow'],
    answers: [answerKey(getAdminWebhooksDeliveries)],
    matches: ({ workflow_type: type }) => type === 'webhook-delivery',
  });
  const options = { query: { limit: LIMIT, offset, ...(status && { status }), ...(event && { event }) } };
  const answer = useAnswer(getAdminWebhooksDeliveries, options, { everyMs });
  const place = useGridPlace();
  return (
    <>
      <PageHeader title="Webhooks" lead="Events sent to the webhook receiver, and their delivery status." actions={<SendTest />} />
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
      <Answered answer={answer} height={320}>
        {({ deliveries, pagination }) => (
          <>
            <RowsGrid
              label="Deliveries"
              rows={deliveries}
              columns={COLUMNS}
              rowKey={toKey}
              place={place}
              fileName="webhook-deliveries"
              whole={toWholeList(getAdminWebhooksDeliveries, options, pagination)}
              onOpen={({ id }) => setSearch({ delivery: id })}
              empty={
                <Empty title="No events">
                  {status || event
                    ? 'No events match these filters.'
                    : 'Set WEBHOOK_URL to send events to a receiver; events appear here with all their tries.'}
                </Empty>
              }
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next })} />
          </>
        )}
      </Answered>
      <Drawer opened={delivery !== undefined} onClose={() => setSearch({ delivery: undefined })} title="Event" size="xl">
        {delivery !== undefined && <Delivery deliveryId={delivery} everyMs={everyMs} />}
      </Drawer>
    </>
  );
}

const toKey = ({ id }: WebhookDelivery): string => id;

const COLUMNS: readonly RowColumn<WebhookDelivery>[] = [
  { id: 'id', title: 'Event', kind: 'text', width: 280, value: ({ id }) => id },
  { id: 'event', title: 'Kind', kind: 'text', width: 160, value: ({ event }) => event, isOnPhone: true },
  {
    id: 'status',
    title: 'Status',
    kind: 'text',
    width: 120,
    value: ({ status }) => status,
    render: ({ status }) => <StatusBadge status={status} />,
    isOnPhone: true,
  },
  { id: 'tries', title: 'Tries', kind: 'number', width: 70, value: ({ attempts }) => attempts },
  { id: 'response', title: 'Answer', kind: 'number', width: 80, value: ({ response_status: status }) => status },
  {
    id: 'created',
    title: 'Created (UTC)',
    kind: 'text',
    width: 170,
    value: ({ created_at: at }) => at,
    render: ({ created_at: at }) => formatInstant(at),
    isOnPhone: true,
  },
  {
    id: 'delivered',
    title: 'Delivered (UTC)',
    kind: 'text',
    width: 170,
    value: ({ delivered_at: at }) => at,
    render: ({ delivered_at: at }) => formatInstant(at),
  },
  { id: 'url', title: 'Receiver', kind: 'text', width: 260, value: ({ url }) => url },
  { id: 'error', title: 'Error', kind: 'text', width: 280, value: ({ error }) => error },
];

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
