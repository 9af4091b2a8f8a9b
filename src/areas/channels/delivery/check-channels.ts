import type { Health } from '#area/health-check.ts';
import type { AppContext } from '#context';
import { listFailing } from './list-failing.ts';

/** Whether messages reach people. */
export async function checkChannels({ postgres }: Pick<AppContext, 'postgres'>): Promise<Health> {
  try {
    const failing = await listFailing(postgres);
    return failing.length === 0 ? { status: 'ok' } : { status: 'degraded', detail: `channels that fail: ${failing.length}` };
  } catch {
    return { status: 'degraded', detail: 'not known while PostgreSQL is away' };
  }
}
