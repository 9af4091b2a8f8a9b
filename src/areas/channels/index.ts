/** Where messages go: channels with one engine that delivers, the inbox, feeds, and the receiver of the operator. */
import { defineArea } from '#area/index.ts';
import { channelPrune } from './delivery/channel-prune.workflow.ts';
import { checkChannels } from './delivery/check-channels.ts';
import { keepHeld } from './delivery/keep-held.ts';
import { notifyWorkflow } from './delivery/notify.workflow.ts';
import { webhookDelivery } from './delivery/webhook-delivery.workflow.ts';
import { notifyQueue, webhookQueue } from './queues.ts';
import { channelEndpoints } from './routes/channels.ts';
import { deliveryEndpoints } from './routes/deliveries.ts';
import { inboxEndpoints } from './routes/inbox.ts';
import { operatorEndpoints } from './routes/operator.ts';
import { tables } from './tables.ts';

export { endNotice } from './delivery/end-notice.ts';
export { notify } from './delivery/notify.ts';
export { toSendAt } from './quiet/to-send-at.ts';
export { listFailing, type FailingChannel } from './delivery/list-failing.ts';
export { listNoticeDeliveries, listUndeliveredNotices } from './delivery/list-notice-deliveries.ts';
export { listChannelIdsOf } from './store/lookups.ts';
export { getChannels } from './manage/get-channel.ts';
export { SEVERITIES, type Notice, type NoticeEvent, type NoticeItem, type Severity } from './notice.ts';
export { announceCategorySync, type CategorySync } from './operator/announce.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    inbox: true;
  }
}

export const channels = defineArea({
  name: 'channels',
  summary: 'Where people get messages: channels and what was sent to them, the inbox, and the receiver of the operator.',
  endpoints: [...channelEndpoints, ...deliveryEndpoints, ...inboxEndpoints, ...operatorEndpoints],
  workflows: [notifyWorkflow, webhookDelivery, channelPrune],
  queues: [notifyQueue, webhookQueue],
  schedules: [{ name: 'channel-prune', cron: '50 3 * * *', workflow: 'channel-prune', input: {} }],
  healthChecks: [{ name: 'channels', check: checkChannels }],
  liveTopics: ['inbox'],
  keepers: [keepHeld],
  tables,
  reads: ['projects'],
});
