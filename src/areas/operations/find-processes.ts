import type { RequestContext } from '#context';
import type { Page } from '#http/paging.ts';
import { countProcesses, listProcesses, type LiveProcess } from '#workflows/dbos/read/processes.ts';

/** The living processes of the service, whichever of them is asked. */
export async function findProcesses(
  { postgres }: Pick<RequestContext, 'postgres'>,
  page: Page,
): Promise<{ processes: LiveProcess[]; total: number }> {
  const [processes, { total }] = await Promise.all([listProcesses(postgres, page), countProcesses(postgres)]);
  return { processes, total };
}
