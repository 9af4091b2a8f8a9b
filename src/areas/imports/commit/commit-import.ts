import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, conflict } from '#kernel/errors.ts';
import type { Import } from '../import.ts';
import type { Preview } from '../preview/preview.ts';
import { sameFile } from '../preview/detect-import.ts';
import type { PreviewContext } from '../preview/count-file.ts';
import { previewImport } from '../preview/preview-import.ts';
import { findSameFile, lockImport, updateImport } from '../store/imports.ts';
import { listOpenTokens } from '../values/meanings.ts';
import type { Question } from '../formats/format.ts';

export interface CommitInput {
  readonly importId: string;
  /** Also when more than half of the rows are rejected. */
  readonly acceptRejects: boolean;
  readonly isDryRun: boolean;
}

/** Questions that may stay open, because null is an honest answer. */
const MAY_STAY_OPEN: ReadonlySet<Question> = new Set(['depth']);

/**
 * Begins to write the points of a file. A dry run says whether it would, and writes nothing.
 * @throws AppError `Import not found`; 409 without a mapping, with a text that has no meaning or a question without an answer, when more than
 *   half is rejected and that was not accepted, a second time, and for a file that the project has already; 422 for a broken file
 */
export async function commitImport(ctx: PreviewContext & Pick<RequestContext, 'workflows'>, input: CommitInput): Promise<Import> {
  const { record, preview } = await previewImport(ctx, input.importId, !input.isDryRun);
  assertNotArchived(await getProject(ctx, record.projectId));
  assertMapped(record);
  assertAnswered(record, preview);
  assertFewRejected(preview, input);
  if (input.isDryRun) return record;
  return await ctx.postgres.transaction(async (tx) => {
    const current = await lockImport(tx, record.id);
    if (current === undefined) throw conflict('Import is gone', 'The import was deleted meanwhile.');
    assertMapped(current);
    if (current.preview === null) throw conflict('Mapping changed', 'The mapping was changed meanwhile.');
    const same = await findSameFile(tx, current.projectId, current.sha256 ?? '');
    if (same !== undefined) throw sameFile(same);
    const workflowId = await ctx.workflows.enqueue(tx, 'import-commit', { import_id: current.id, project_id: current.projectId });
    const committing = { ...current, status: 'committing' as const, workflowId, points: 0, updatedAt: ctx.clock.now() };
    await updateImport(tx, committing);
    return committing;
  });
}

function assertMapped({ status }: Import): void {
  if (status === 'mapped') return;
  if (status === 'uploading' || status === 'detected')
    throw conflict('Mapping is missing', 'Say first how the file is read: PUT /mapping, with what was proposed or with changes.');
  throw conflict('Import is closed', `The import is ${status}, and is committed once.`);
}

function assertAnswered({ detection, mapping }: Import, preview: Preview): void {
  const questions = (detection?.questions ?? []).filter((question) => !MAY_STAY_OPEN.has(question) && mapping[question] === undefined);
  const tokens = listOpenTokens(preview.tokens, mapping);
  if (questions.length === 0 && tokens.length === 0) return;
  const said = [...questions, ...tokens.map(({ token, count }) => `"${token}" (${count} times)`)];
  throw new AppError('conflict', 'Questions are open', {
    message: `What only you know is not said yet: ${said.slice(0, 20).join(', ')}.`,
    details: { questions, tokens: tokens.map(({ token }) => token) },
    hint: 'PUT /mapping with these fields, and with `meanings` for texts that are no place.',
  });
}

function assertFewRejected({ rejected, points, keywords }: Preview, { acceptRejects }: CommitInput): void {
  // A list of keywords has no days.
  const kept = points.ranked + points.notFound + points.unknown || keywords.new + keywords.known;
  if (kept === 0) throw conflict('Nothing to import', 'No point of the file can be taken: GET /rejects.csv says why.');
  if (rejected <= kept || acceptRejects) return;
  throw new AppError('conflict', 'Too many rejected', {
    message: `${rejected} of ${rejected + kept} rows are rejected.`,
    hint: 'GET /rejects.csv says why; `accept_rejects` takes the rest all the same.',
  });
}
