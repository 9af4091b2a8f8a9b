import { notFound } from '#kernel/errors.ts';
import { unpackBytes } from '#kernel/packed-bytes.ts';
import { getResearchRun, type RunReader } from '../get-run.ts';
import { findPageBody, listRunPages, type RunPage } from '../store/run-parts.ts';

/** Above what a page is read to, decoded. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;

/**
 * The pages that a run has read, or tried to read.
 * @throws AppError `Run not found`
 */
export async function listPagesOfRun(ctx: RunReader, runId: string): Promise<RunPage[]> {
  await getResearchRun(ctx, runId);
  return await listRunPages(ctx.postgres, runId);
}

/**
 * The raw copy of a page: its text as it was decoded.
 * @throws AppError `Run not found`, `Page not found` also for one that could not be read
 */
export async function getRawPage(ctx: RunReader, runId: string, number: number): Promise<string> {
  await getResearchRun(ctx, runId);
  const body = await findPageBody(ctx.postgres, runId, number);
  if (body === null || body === undefined) throw notFound('Page');
  return (await unpackBytes(body, { bytesMax: BODY_BYTES_MAX })).toString('utf8');
}
