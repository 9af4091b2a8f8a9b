import type { WorkflowContext } from '#context';
import { toBlobKey, type Export, type ExportRun } from '../export.ts';
import { findRunWithExport, type MadeFile } from '../runs/make-file.ts';
import { CONTENT_TYPES } from '../runs/write-file.ts';
import { writeIntoFolder } from './into-folder.ts';
import { openSecret } from './keep-secret.ts';

/** Of an export of no organization, in `EXPORTS_FOLDER`. */
const SERVICE_FOLDER = 'service';
const GONE = 'The file is not among the blobs any more';

/**
 * Brings a file where it is wanted. Names follow from the run, so that a second try writes over what the first one left.
 * @returns where it is, as it may be shown; null for what is not brought, and for receivers, whose message goes with the end of the run
 */
export async function deliver(
  ctx: WorkflowContext,
  { runId, file, signal }: { readonly runId: string; readonly file: MadeFile; readonly signal: AbortSignal },
): Promise<string | null> {
  const found = await findRunWithExport(ctx, runId);
  if (found === undefined) return null;
  const { kind } = found.one.destination;
  if (kind === 'folder') return await toFolder(ctx, found, file);
  return kind === 's3' ? await toBucket(ctx, found, { file, signal }) : null;
}

type Found = { readonly run: ExportRun; readonly one: Export };

async function toFolder(ctx: WorkflowContext, { run, one }: Found, { fileName, sha256 }: MadeFile): Promise<string | null> {
  const root = ctx.config.exportsFolder;
  if (one.destination.kind !== 'folder') return null;
  if (root === undefined) throw new Error('No folder is set up on this machine (EXPORTS_FOLDER)');
  const folder = `${one.organizationId ?? SERVICE_FOLDER}/${one.destination.folder}`;
  return await writeIntoFolder({ root, folder, name: fileName, sha256 }, await openBlob(ctx, run));
}

async function toBucket(
  ctx: WorkflowContext,
  { run, one }: Found,
  { file, signal }: { readonly file: MadeFile; readonly signal: AbortSignal },
): Promise<string | null> {
  const { destination } = one;
  if (destination.kind !== 's3') return null;
  const { endpoint, region, bucket, prefix, access_key_id: accessKeyId } = destination;
  const secretAccessKey = await openSecret(ctx, ctx.postgres, one);
  const key = prefix === '' ? file.fileName : `${prefix}/${file.fileName}`;
  const to = {
    bucket: { endpoint, region, bucket, accessKeyId, secretAccessKey },
    object: { key, size: file.bytes, contentType: CONTENT_TYPES[one.format] },
  };
  const isThere = await ctx.blobs.copyTo(toBlobKey(run), to, (request) => ctx.bucketDoor.send({ ...request, signal }));
  if (!isThere) throw new Error(GONE);
  return `s3://${bucket}/${key}`;
}

async function openBlob({ blobs }: Pick<WorkflowContext, 'blobs'>, run: ExportRun) {
  const bytes = await blobs.open(toBlobKey(run));
  if (bytes === undefined) throw new Error(GONE);
  return bytes;
}
