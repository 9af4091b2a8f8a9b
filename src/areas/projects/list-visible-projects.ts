import { isBound } from '#http/caller.ts';
import type { ProjectReader } from './get-project.ts';
import { listProjectIds } from './store/projects.ts';

/** The ids of all projects that the caller is bound to; `undefined` for a caller who may see every one. */
export async function listVisibleProjectIds({ postgres, caller }: ProjectReader): Promise<string[] | undefined> {
  return isBound(caller) ? await listProjectIds(postgres, caller) : undefined;
}
