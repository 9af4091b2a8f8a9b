import type { HealthCheck } from '#area/health-check.ts';
import type { AppContext, RequestContext } from '#context';
import type { SeenFact } from './store.ts';

/** What each check of the service says. One that asks for who calls has none to ask: checks are open to everybody. */
export async function watchHealth(ctx: AppContext, checks: readonly HealthCheck[]): Promise<SeenFact[]> {
  return await Promise.all(
    checks.map(async ({ name, check }): Promise<SeenFact> => {
      const { status, detail } = await check(ctx as RequestContext);
      return { kind: 'check', name, status, usedShare: null, detail: detail ?? null };
    }),
  );
}
