import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { getAdminWebhooksDeliveries, postAdminWebhooksTest, type WebhookDelivery } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { useLive } from '#data/live.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
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
