import { MINUTE_MS } from '#kernel/durations.ts';
import { AppError, conflict, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { toFirstTry } from '../delivery/enqueue-try.ts';
import { findKind } from '../kinds/index.ts';
import type { Notice } from '../notice.ts';
import { lockChannel, setTest } from '../store/channels.ts';
import { insertNotification } from '../store/notifications.ts';
import { countTests } from '../store/notice-deliveries.ts';
import type { ChannelWriter } from './create-channel.ts';
import { findOwn, getChannel, type ShownChannel } from './get-channel.ts';

const TESTS_PER_MINUTE = 10;

/**
 * Sends a test message at once, whatever the quiet hours are.
 * @returns the id of its delivery
 * @throws AppError 404, `Forbidden`, 409 for a channel that is off, 429 beyond ten a minute
 */
export async function testChannel(ctx: ChannelWriter, id: string): Promise<string> {
  await findOwn(ctx, id);
  const now = new Date(ctx.clock.realNow());
  const testId = newId('msg_');
  await ctx.postgres.transaction(async (tx) => {
    const channel = await lockChannel(tx, id);
    if (channel === undefined) throw notFound('Channel');
    if (channel.state === 'off') throw conflict('Channel is off', 'Turn the channel on first.');
    if ((await countTests(tx, id, new Date(now.getTime() - MINUTE_MS))) >= TESTS_PER_MINUTE)
      throw new AppError('rate_limited', 'Too many tests', { message: 'A channel takes ten tests a minute.', retryAfterMs: MINUTE_MS });
    const notice = toTestNotice(testId, channel);
    const isFeed = findKind(channel.kind)?.isFeed === true;
    await insertNotification(tx, {
      id: testId,
      channelId: id,
      noticeId: notice.id,
      event: 'test',
      severity: 'info',
      url: channel.shownTo,
      body: JSON.stringify(notice),
      status: isFeed ? 'delivered' : 'pending',
      isTest: true,
      holdUntil: null,
      sentIn: null,
      createdAt: ctx.clock.now(),
      dueAt: now,
    });
    await setTest(tx, { id, testId, testedAt: now, testArrived: null });
    if (!isFeed) await ctx.workflows.enqueue(tx, 'notify', ...toFirstTry({ id: testId, round: 1 }));
  });
  return testId;
}

/** What a person saw of the last test. @throws AppError 404 for a test that is not the last one */
export async function answerTest(
  ctx: ChannelWriter,
  id: string,
  { testId, hasArrived }: { readonly testId: string; readonly hasArrived: boolean },
): Promise<ShownChannel> {
  await findOwn(ctx, id);
  await ctx.postgres.transaction(async (tx) => {
    const channel = await lockChannel(tx, id);
    if (channel === undefined || channel.testId !== testId) throw notFound('Test');
    await setTest(tx, { id, testId, testedAt: channel.testedAt, testArrived: hasArrived });
  });
  return await getChannel(ctx, id);
}

function toTestNotice(
  testId: string,
  { organizationId, projectId, name }: Pick<ShownChannel, 'organizationId' | 'projectId' | 'name'>,
): Notice {
  return {
    id: testId,
    event: 'test',
    organizationId,
    projectId,
    severity: 'info',
    title: 'Test message',
    text: `This is a test of the channel "${name}". If you read it, say in the console that it arrived.`,
    items: [],
    itemsTotal: 0,
    path: '/console/',
    body: {},
  };
}
