import { endNotice, listChannelIdsOf, notify, type Notice } from '#areas/channels/index.ts';
import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { isBound } from '../binding/store.ts';
import type { SourceKey } from '../binding/binding.ts';
import {
  deleteToldFault,
  deleteToldFaultsOf,
  findReading,
  lockToldFault,
  toSubjectId,
  upsertToldFault,
  type Reading,
  type Subject,
} from './store.ts';
import type { Trouble } from './trouble.ts';

export type TellContext = Pick<AppContext, 'clock' | 'workflows' | 'live'>;

const EVENT = 'search_console';

/**
 * Says that a connection or a property cannot be read, why, and the one thing to do: in the inbox of the organization, and to the channels of it and of
 * the projects that read by it. The same fault is said once, until `tellWorking`.
 */
export async function tellFault(ctx: TellContext, tx: Transaction, subject: Subject, trouble: Trouble): Promise<void> {
  const told = await lockToldFault(tx, subject);
  if (told?.fault === trouble.fault) return;
  const reading = await findReading(tx, subject);
  if (reading === undefined) return;
  const at = ctx.clock.now();
  const { fault, cause, nextStep } = trouble;
  const noticeId = hashId('ntc_', [EVENT, toSubjectId(subject), fault, at.toISOString()]);
  if (told !== undefined) await endNotice(ctx, tx, told.noticeId);
  await upsertToldFault(tx, subject, { fault, noticeId, at });
  await send(ctx, tx, reading, {
    ...toNotice(subject, reading),
    id: noticeId,
    title: `Search Console cannot be read: ${reading.name}`,
    text: `${cause} ${nextStep} What was collected stays.`,
    body: { ...toBody(subject, reading), state: 'failing', fault, cause, next_step: nextStep },
  });
}

/** Says that what was said is over; nothing where nothing was said. */
export async function tellWorking(ctx: TellContext, tx: Transaction, subject: Subject): Promise<void> {
  const told = await lockToldFault(tx, subject);
  const reading = told && (await findReading(tx, subject));
  if (told === undefined || reading === undefined) return;
  await deleteToldFault(tx, subject);
  await endNotice(ctx, tx, told.noticeId);
  await send(ctx, tx, reading, {
    ...toNotice(subject, reading),
    id: hashId('ntc_', [told.noticeId, 'over']),
    title: `Search Console is read again: ${reading.name}`,
    text: 'What lacks is read by itself.',
    body: { ...toBody(subject, reading), state: 'working', fault: null, cause: null, next_step: null },
  });
}

/** A property that no project reads any more has no fault: what was said is over. */
export async function endUnread(ctx: TellContext, tx: Transaction, key: SourceKey): Promise<void> {
  if (await isBound(tx, key)) return;
  const told = await lockToldFault(tx, key);
  if (told === undefined) return;
  await deleteToldFault(tx, key);
  await endNotice(ctx, tx, told.noticeId);
}

/** What was said of a connection that is removed is over, and of its properties that go with it. */
export async function endRemoved(
  ctx: TellContext,
  tx: Transaction,
  removed: { readonly connectionId: string; readonly propertyIds: readonly string[] },
): Promise<void> {
  for (const noticeId of await deleteToldFaultsOf(tx, removed)) await endNotice(ctx, tx, noticeId);
}

async function send(ctx: TellContext, tx: Transaction, { organizationId, projectIds }: Reading, notice: Notice): Promise<void> {
  await notify(ctx, tx, notice, await listChannelIdsOf(tx, { organizationId, projectIds }));
}

function toNotice(subject: Subject, { organizationId, projectIds }: Reading): Omit<Notice, 'id' | 'title' | 'text' | 'body'> {
  return {
    event: EVENT,
    organizationId,
    // An account is the organization's; several projects may read by it.
    projectId: null,
    severity: 'warning',
    items: [],
    itemsTotal: 0,
    path: toPath(subject, projectIds),
  };
}

/** The screen of the first project that reads by it: connections have none of their own. */
function toPath(subject: Subject, [projectId]: readonly string[]): string {
  if (projectId === undefined) return '/console/';
  return `/console/p/${projectId}/search-console${'connectionId' in subject ? `?connection=${subject.connectionId}` : ''}`;
}

function toBody(subject: Subject, { name, projectIds }: Reading): Readonly<Record<string, unknown>> {
  return 'connectionId' in subject
    ? { connection_id: subject.connectionId, account_name: name, project_ids: projectIds }
    : { property_id: subject.propertyId, site_url: name, type: subject.type, project_ids: projectIds };
}
