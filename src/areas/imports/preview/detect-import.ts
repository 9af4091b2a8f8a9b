import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, conflict } from '#kernel/errors.ts';
import { detectFormat, type DetectedFormat } from '../formats/detect-format.ts';
import { findFormat } from '../formats/index.ts';
import { getImport } from '../get-import.ts';
import { AUTO, type Import } from '../import.ts';
import type { SourceFile } from '../opening/source-file.ts';
import { UnreadableFileError } from '../opening/unreadable.ts';
import { findSameFile, lockImport, updateImport } from '../store/imports.ts';
import { openWholeFile } from '../upload/with-file.ts';
import type { Mapping } from '../values/mapping.ts';
import { readInTurn } from './read-in-turn.ts';
import { makeResolveWorld } from './resolve-world.ts';
import type { ResolveWorld } from '../values/resolve-point.ts';

export type ImportContext = ProjectReader & Pick<RequestContext, 'postgres' | 'blobs' | 'config' | 'clock' | 'signal'>;

/**
 * Finds out what the file is. What the project knows is proposed for what the file leaves open.
 * @throws AppError `Import not found`; 409 while parts are missing, for a file that the project has already (with the earlier import), and
 *   when its points are being written or are there; 422 for a file of no known kind, or one that cannot be opened; 503 while too many are read
 */
export async function detectImport(ctx: ImportContext, importId: string): Promise<Import> {
  const record = await getImport(ctx, importId);
  assertOpen(record);
  const project = await getProject(ctx, record.projectId);
  const { found, sha256 } = await readable(() => readInTurn(ctx, () => look(ctx, record)));
  const same = await findSameFile(ctx.postgres, record.projectId, sha256);
  if (same !== undefined) throw sameFile(same);
  const mapping = propose(found, project, await makeResolveWorld(ctx, project, {}));
  return await ctx.postgres.transaction(async (tx) => {
    const current = await lockImport(tx, importId);
    if (current === undefined) throw conflict('Import is gone', 'The import was deleted meanwhile.');
    assertOpen(current);
    const { format, detection } = found;
    const changed = { ...current, kind: format.kind, detection, mapping, sha256, preview: null, status: 'detected' as const };
    await updateImport(tx, { ...changed, updatedAt: ctx.clock.now() });
    return changed;
  });
}

async function look(ctx: ImportContext, record: Import): Promise<{ found: DetectedFormat; sha256: string }> {
  const { source, sha256, close } = await openWholeFile(ctx, record);
  try {
    return { found: await findKind(source, record.askedKind), sha256 };
  } finally {
    await close();
  }
}

/** A kind that the user names is taken where the file can be of it. */
async function findKind(source: SourceFile, asked: string): Promise<DetectedFormat> {
  const format = asked === AUTO ? undefined : findFormat(asked);
  if (format === undefined) return await detectFormat(source);
  const detection = await format.detect(source);
  if (detection === undefined) throw new UnreadableFileError(`The file is not of the kind ${format.name}`);
  return { format, detection };
}

function propose({ detection }: DetectedFormat, project: Project, { sites, defaults }: ResolveWorld): Mapping {
  const { questions, proposed } = detection;
  const [only] = sites;
  return {
    ...proposed,
    ...(questions.includes('language_code') ? { language_code: defaults.languageCode } : {}),
    ...(questions.includes('location_code') ? { location_code: defaults.locationCode } : {}),
    ...(questions.includes('time_zone') ? { time_zone: project.timeZone } : {}),
    ...(questions.includes('device') ? { device: 'desktop' as const } : {}),
    ...(questions.includes('domain') && sites.length === 1 && only !== undefined ? { domain: only.value } : {}),
  };
}

/** @throws AppError 409 for an import that is being committed or has ended */
export function assertOpen({ status }: Import): void {
  if (status === 'uploading' || status === 'detected' || status === 'mapped') return;
  throw conflict('Import is closed', `The import is ${status}, and is not changed any more.`);
}

export function sameFile({ id }: Import): AppError {
  return new AppError('conflict', 'File is imported already', {
    message: `The project has this file by import ${id}.`,
    details: { import_id: id },
  });
}

/** @throws AppError 422 for a file that cannot be worked with, with what was seen of it */
export async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new AppError('unprocessable', 'File cannot be read', {
      message: error.message,
      cause: error,
      ...(error.hint !== undefined && { hint: error.hint }),
    });
  }
}
