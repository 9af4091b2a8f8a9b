import type { AppContext } from '#context';
import { toFirstDay } from '#kernel/weeks.ts';
import { listDomainsLacking, type LackingDomain } from './store/tracked-domains.ts';
import { listPastWeeks, toWeek } from './weeks.ts';

/** What is left is found by the next run. */
const DOMAINS_MAX = 50_000;

/** Tracked domains that the weekly run of the present week has something to ask about. */
export async function listLacking({ postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>): Promise<LackingDomain[]> {
  const week = toWeek(clock.now());
  return await listDomainsLacking(postgres, { week, past: listPastWeeks(week), monday: toFirstDay(week), limit: DOMAINS_MAX });
}
