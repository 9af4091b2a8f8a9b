import type { RequestContext } from '#context';
import type { User } from './account.ts';
import { listUserRows } from './store/users.ts';

/** People who may sign in, the first ones first. */
export async function listUsers({ postgres }: Pick<RequestContext, 'postgres'>): Promise<readonly User[]> {
  return await listUserRows(postgres);
}
