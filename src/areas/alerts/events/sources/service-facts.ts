import { listFailing } from '#areas/channels/index.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { formatPlural } from '#kernel/text.ts';
import type { AlertContext, SourceQuestion } from '../event-kind.ts';
import { makeStanding, type StandingItem } from './standing.ts';
import { listExpiringKeys, listServiceFacts, listWaitingLetters, type ServiceFact } from './store/service.ts';

/** What was last seen so long ago is not known any more. */
const FRESH_MS = 10 * MINUTE_MS;

/** Queues with dead letters that wait. */
export const deadLetterQueues = makeStanding('dead_letters', async ({ postgres }, question) => {
  const { at_least: atLeast } = paramsOf<{ at_least: number }>(question);
  const queues = await listWaitingLetters(postgres);
  return queues
    .filter(({ letters }) => letters >= atLeast)
    .map(({ queue, letters, lastFailedAt }) => ({
      id: queue,
      label: `${formatPlural(letters, 'dead letter')} of ${queue}`,
      to: { queue, letters, last_failed_at: lastFailedAt.toISOString() },
      size: letters,
    }));
});

/** Channels that take no messages. */
export const failingChannels = makeStanding('channel_failing', async ({ postgres }) => {
  const channels = await listFailing(postgres);
  return channels.map(({ id, name, kind, organizationId, projectId, stateReason, stateSince }) => ({
    id,
    label: `The channel "${name}" (${kind})`,
    to: { channel_id: id, organization_id: organizationId, project_id: projectId, reason: stateReason, since: stateSince.toISOString() },
    size: 1,
  }));
});

/** Keys that expire soon. */
export const expiringKeys = makeStanding('key_expiring', async ({ postgres, clock }, question) => {
  const { days } = paramsOf<{ days: number }>(question);
  const now = new Date(clock.realNow());
  const keys = await listExpiringKeys(postgres, now, new Date(now.getTime() + days * DAY_MS));
  return keys.map(({ id, name, keyPrefix, organizationId, expiresAt }) => ({
    id,
    label: `The key "${name}" (${keyPrefix})`,
    to: { key_id: id, key_prefix: keyPrefix, organization_id: organizationId, expires_at: expiresAt.toISOString() },
    size: -Math.round((expiresAt.getTime() - now.getTime()) / DAY_MS),
  }));
});

/** Checks of the service that are down for some minutes. */
export const downChecks = makeStanding('source_down', async (ctx, question) => {
  const { names, minutes, degraded } = paramsOf<{ names: readonly string[] | null; minutes: number; degraded: boolean }>(question);
  const facts = await listFresh(ctx, 'check');
  const now = ctx.clock.realNow();
  return facts
    ?.filter(({ name }) => names === null || names.includes(name))
    .filter(({ status, since }) => isIll(status, degraded) && now - since.getTime() >= minutes * MINUTE_MS)
    .map(({ name, status, detail, since }) => ({
      id: name,
      label: `${name} is ${status ?? 'down'}`,
      to: { name, status, detail, since: since.toISOString() },
      size: status === 'down' ? 1 : 0,
    }));
});

/** Disks of the stores that are nearly full. */
export const fullDisks = makeStanding('store_full', async (ctx, question) => {
  const { percent } = paramsOf<{ percent: number }>(question);
  const facts = await listFresh(ctx, 'disk');
  return facts?.flatMap(({ name, usedShare }): StandingItem[] => {
    if (usedShare === null || usedShare * 100 < percent) return [];
    const used = Math.round(usedShare * 1000) / 10;
    return [{ id: name, label: `${name} is ${used} % full`, to: { name, percent: used }, size: used }];
  });
});

function isIll(status: string | null, withDegraded: boolean): boolean {
  return status === 'down' || (withDegraded && status === 'degraded');
}

/** Undefined: nothing was looked at lately. */
async function listFresh({ postgres, clock }: AlertContext, kind: 'check' | 'disk'): Promise<ServiceFact[] | undefined> {
  const facts = await listServiceFacts(postgres, kind);
  const fresh = facts.filter(({ seenAt }) => clock.realNow() - seenAt.getTime() < FRESH_MS);
  return fresh.length === 0 ? undefined : fresh;
}

/** As the kind has parsed them. */
function paramsOf<Params>({ condition }: SourceQuestion): Params {
  return condition.when as unknown as Params;
}
