import type { AppContext } from '#context';

/** Leaves the stores as a release before the two scales of position left them: places among everything on the page alone. */
export async function forgetOrganicPast({ postgres, clickhouse, outbox }: Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox'>) {
  await outbox.flush();
  await postgres.query('update projects set position_scale = null');
  await postgres.query('update current_rankings set rank_group = null, previous_rank_group = null');
  const wait = 'settings mutations_sync = 2';
  await clickhouse.command(`alter table ranking_history update rank_group = null, previous_rank_group = null where true ${wait}`);
  await clickhouse.command(`alter table ranking_days delete where scale = 'organic' ${wait}`);
}
