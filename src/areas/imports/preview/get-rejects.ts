import type { ProjectReader } from '#areas/projects/index.ts';
import { getImport } from '../get-import.ts';
import { listRejects, type Reject } from '../store/parts.ts';

/** The first 10,000 rows that cannot be taken, in the order of the file, as the last preview found them. @throws AppError `Import not found` */
export async function getRejects(ctx: ProjectReader, importId: string): Promise<Reject[]> {
  const { id } = await getImport(ctx, importId);
  return await listRejects(ctx.postgres, id);
}
