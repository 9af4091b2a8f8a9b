import assert from 'node:assert/strict';
import { notify, type Notice } from '#areas/channels/index.ts';
import type { TestApp } from './app.ts';
import { waitUntil } from './wait-until.ts';

/** Where the sandbox takes messages. */
const RECEIVER = '/_sandbox/webhook';

export function toNotice(id: string, more: Partial<Notice> = {}): Notice {
  return {
    id: `ntc_${id}`,
    event: 'alert.fired',
    organizationId: null,
    projectId: null,
    severity: 'warning',
    title: `${id}: 2 keywords left the top 10`,
    text: 'Since today, by the rule "Top 10".',
    items: [{ title: 'shoes', text: '7 → 14', path: '/console/p/proj_1/k/1' }],
    itemsTotal: 1,
    path: '/console/p/proj_1/alerts/alr_1',
    body: { rule: 'Top 10' },
    ...more,
  };
}

export async function say(
  { app: { context } }: Pick<TestApp, 'app'>,
  notice: Notice,
  channelIds: readonly string[] | null = null,
): Promise<void> {
  await context.postgres.transaction((tx) => notify(context, tx, notice, channelIds));
}

/** A webhook that leads to the sandbox. */
export async function makeWebhook(
  { api, app }: Pick<TestApp, 'api' | 'app'>,
  more: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string; readonly secret: string }> {
  const config = { url: `${app.context.config.sandbox}${RECEIVER}` };
  const { status, body } = await api.post('/api/channels', { kind: 'webhook', name: 'Ours', config, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.channel.id, secret: body.signing_secret };
}

export interface SentMessage {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly status: number | null;
  /** Real time, epoch milliseconds. */
  readonly ts: number;
}

/** What reached the receiver, by its own record. */
export async function listSent({ sandbox }: Pick<TestApp, 'sandbox'>, id?: string): Promise<SentMessage[]> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body as { entries: (SentMessage & { path: string })[] };
  return entries.filter(({ path, headers }) => path === RECEIVER && (id === undefined || headers['webhook-id'] === id));
}

/** From now on calls of the receiver fail so, a number of times or always; without a kind they are well. */
export async function setReceiverFault({ sandbox }: Pick<TestApp, 'sandbox'>, kind?: string, more: object = {}): Promise<void> {
  await sandbox.post('/_sandbox/faults', {});
  if (kind !== undefined) await sandbox.post('/_sandbox/faults', { match: RECEIVER, kind, ...more });
}

export interface ShownDelivery {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly tries: number;
  readonly error: string | null;
  readonly response_status: number | null;
  readonly next_try_at: string | null;
  readonly held_until: string | null;
  readonly sent_in: string | null;
}

export async function listDeliveries({ api }: Pick<TestApp, 'api'>, channelId: string): Promise<ShownDelivery[]> {
  return (await api.get(`/api/channels/${channelId}/deliveries?limit=500`)).body.deliveries;
}

/** The only delivery of a channel whose title begins so, once it has this status. */
export async function waitForDelivery(app: Pick<TestApp, 'api'>, channelId: string, title: string, status: string): Promise<ShownDelivery> {
  let found: ShownDelivery | undefined;
  await waitUntil(async () => {
    found = (await listDeliveries(app, channelId)).find((one) => one.title.startsWith(title));
    return found?.status === status;
  }, `${title} to be ${status}`);
  return found ?? assert.fail(title);
}

export async function readChannel({ api }: Pick<TestApp, 'api'>, id: string): Promise<Record<string, any>> {
  return (await api.get(`/api/channels/${id}`)).body.channel;
}
