import { assertNotArchived, getProject, requireRoom, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { nameOf } from '#http/caller.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { FILE_BYTES_MAX, type Import } from './import.ts';
import { countImports, insertImport } from './store/imports.ts';

/** Imports of one project, undone ones too. */
const IMPORTS_MAX = 1_000;

export interface NewImport {
  readonly projectId: string;
  readonly name: string;
  /** `auto`, or a kind of the list of formats. */
  readonly kind: string;
  readonly bytes: number;
}

/**
 * Begins an import, whose file is then sent in parts.
 * @throws AppError `Project not found`; 409 for an archived project, or one with 1,000 imports; 413 beyond 2 GiB
 */
export async function createImport(ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>, asked: NewImport): Promise<Import> {
  const project = await getProject(ctx, asked.projectId);
  assertNotArchived(project);
  if (asked.bytes > FILE_BYTES_MAX) throw new AppError('too_large', 'File too large', { message: 'A file has at most 2 GiB.' });
  const now = ctx.clock.now();
  const made: Import = {
    id: newId('imp_'),
    projectId: project.id,
    name: asked.name,
    askedKind: asked.kind,
    kind: null,
    status: 'uploading',
    bytes: asked.bytes,
    sha256: null,
    detection: null,
    mapping: {},
    preview: null,
    points: 0,
    workflowId: null,
    error: null,
    madeBy: nameOf(ctx.caller),
    createdAt: now,
    updatedAt: now,
    committedAt: null,
    undoneAt: null,
    fileRemovedAt: null,
  };
  await ctx.postgres.transaction(async (tx) => {
    await insertImport(tx, made);
    await requireRoom(tx, {
      things: 'imports',
      owner: { id: project.id, title: 'A project' },
      max: IMPORTS_MAX,
      count: () => countImports(tx, project.id),
      hint: 'Delete one that is not committed.',
    });
  });
  return made;
}
