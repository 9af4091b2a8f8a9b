import { listKnownKeywordIds } from '#areas/keywords/index.ts';
import type { Project } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { conflict } from '#kernel/errors.ts';
import { toGroups } from '#kernel/lists.ts';
import { findFormat } from '../formats/index.ts';
import type { Import } from '../import.ts';
import type { Reject } from '../store/parts.ts';
import { estimateMonth } from '../track/estimate-month.ts';
import { openWholeFile } from '../upload/with-file.ts';
import { makePointCounter } from './count-points.ts';
import type { ImportContext } from './detect-import.ts';
import type { Preview } from './preview.ts';
import { makeResolveWorld } from './resolve-world.ts';

const IDS_A_STATEMENT = 5_000;

export type PreviewContext = ImportContext & Pick<RequestContext, 'searchData'>;

/** Counts of a file, and its rejected rows. */
export interface Counted {
  readonly preview: Preview;
  readonly rejects: readonly Reject[];
}

/** Reads a file to its end and writes nothing. @throws UnreadableFileError; AppError 409 when the file is gone */
export async function countFile(ctx: PreviewContext, record: Import, project: Project): Promise<Counted> {
  const format = findFormat(record.kind ?? '');
  if (format === undefined) throw conflict('Kind is not known', 'This version does not read files of this kind.');
  const counter = makePointCounter(await makeResolveWorld(ctx, project, record.mapping));
  const file = await openWholeFile(ctx, record);
  try {
    for await (const readings of format.read(file.source, record.mapping)) for (const reading of readings) counter.see(reading);
  } finally {
    await file.close();
  }
  const known = new Set<string>();
  for (const ids of toGroups([...counter.keywords.keys()], IDS_A_STATEMENT))
    for (const id of await listKnownKeywordIds(ctx.postgres, project.id, ids)) known.add(id);
  const monthlyUsd = await estimateMonth(ctx, project, [...counter.keywords.values()]);
  return { preview: counter.summarize(known, monthlyUsd), rejects: counter.rejects };
}
