import { getChannels, notify, type Notice } from '#areas/channels/index.ts';
import type { WorkflowContext } from '#context';
import { makeReadContext } from '#http/reading/read-scope.ts';
import { findCallerAgain } from '#areas/people/index.ts';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { makerOfExport, type Export, type ExportRun } from '../export.ts';
import { writeLink } from '../links/make-link.ts';
import { RefusedError } from '../runs/reading.ts';

/** The channel of an export, if who answers for it may still use it. @throws RefusedError */
export async function findChannelName(ctx: WorkflowContext, one: Export): Promise<string> {
  if (one.destination.kind !== 'channel') throw new TypeError('it goes to no channel');
  const caller = await findCallerAgain(ctx, makerOfExport(one));
  if (typeof caller === 'string') throw new RefusedError(caller);
  const { organizationId, projectId, destination } = one;
  const reader = makeReadContext(ctx, caller, new AbortController().signal);
  const [channel] = await getChannels(reader, { ids: [destination.channel_id], organizationId, projectId });
  return channel?.name ?? destination.channel_id;
}

/** Hands a signed message with a link to the receiver, in the transaction that ends the run; channels send it durably. */
export async function postNotice(ctx: WorkflowContext, tx: Transaction, { one, run }: { one: Export; run: ExportRun }): Promise<void> {
  if (one.destination.kind !== 'channel') return;
  const { url, endsAt } = await writeLink(ctx, tx, { run, days: one.destination.days });
  const notice: Notice = {
    id: hashId('ntc_', ['export', run.id]),
    event: 'export',
    organizationId: one.organizationId,
    projectId: one.projectId,
    severity: 'info',
    title: `${one.name}: ${run.rows} rows`,
    text: run.status === 'partial' ? `The file does not hold all of the list: ${run.reason}.` : 'The file is ready.',
    items: [],
    itemsTotal: 0,
    path: one.projectId === null ? '/console/' : `/console/p/${one.projectId}/exports`,
    body: {
      export: { id: one.id, name: one.name, list: one.list, format: one.format },
      run: {
        id: run.id,
        status: run.status,
        reason: run.reason,
        rows: run.rows,
        bytes: run.bytes,
        sha256: run.sha256,
        file_name: run.fileName,
      },
      file: { url, ends_at: endsAt.toISOString() },
    },
  };
  await notify(ctx, tx, notice, [one.destination.channel_id]);
}
