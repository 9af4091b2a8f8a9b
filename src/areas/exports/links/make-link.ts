import { randomBytes } from 'node:crypto';
import type { AppContext } from '#context';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { hasFile, type Export, type ExportRun } from '../export.ts';
import { lockExport, updateSecretIds } from '../store/exports.ts';
import { writeToken } from './link-token.ts';

export const LINK_SECRET = 'export_link';
const KEY_BYTES = 32;

export interface Link {
  readonly url: string;
  /** In the observed world. */
  readonly endsAt: Date;
}

type LinkContext = Pick<AppContext, 'postgres' | 'secrets' | 'clock' | 'consoleUrl'>;

/**
 * A link to the file of a run that opens without an account until some days are over.
 * @throws AppError 409 for a run without a file
 */
export async function makeLink(ctx: LinkContext, { run, days }: { readonly run: ExportRun; readonly days: number }): Promise<Link> {
  if (!hasFile(run))
    throw new AppError('conflict', 'No file', {
      message: run.fileRemovedAt === null ? `The run is ${run.status}, and has no file.` : 'The days for which its file was kept are over.',
      hint: 'Begin another run.',
    });
  return await ctx.postgres.transaction((tx) => writeLink(ctx, tx, { run, days }));
}

/** The same in a transaction that has seen to the file. */
export async function writeLink(
  ctx: Omit<LinkContext, 'postgres'>,
  tx: Transaction,
  { run, days }: { readonly run: ExportRun; readonly days: number },
): Promise<Link> {
  const endsAt = Math.floor((ctx.clock.now().getTime() + days * DAY_MS) / SECOND_MS);
  const key = await ensureKey(ctx, tx, run.exportId);
  const token = writeToken({ runId: run.id, endsAt, version: run.linkVersion }, key);
  return { url: new URL(`/api/public/exports/${token}`, ctx.consoleUrl()).href, endsAt: new Date(endsAt * SECOND_MS) };
}

/** The key that links of an export are signed with; made for the first one, and again where it did not come along in an archive. */
async function ensureKey({ secrets }: Pick<LinkContext, 'secrets'>, tx: Transaction, exportId: string): Promise<string> {
  const one = await lockExport(tx, exportId);
  if (one === undefined) throw notFound('Export');
  const id = one.secretIds['link'];
  if (id !== undefined && (await secrets.listKnown(tx, [id])).has(id)) return await secrets.open(tx, id, LINK_SECRET);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const made = await secrets.put(tx, { kind: LINK_SECRET, organizationId: one.organizationId, text: key });
  await updateSecretIds(tx, exportId, { ...one.secretIds, link: made });
  return key;
}

/** The key, unless there is none yet. */
export async function findKey({ secrets, postgres }: Pick<AppContext, 'secrets' | 'postgres'>, one: Export): Promise<string | undefined> {
  const id = one.secretIds['link'];
  if (id === undefined || !(await secrets.listKnown(postgres, [id])).has(id)) return undefined;
  return await secrets.open(postgres, id, LINK_SECRET);
}
