import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAreaContext } from '../../../../test/support/area-context.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { makeProject, makeTracked } from '../../../../test/support/rankings-world.ts';
import { CHANNELS, TRACKING_STATUSES } from '../keyword.ts';
import type { KeywordChanges } from './changes.ts';
import { editKeywords } from './edit-keywords.ts';
import { estimateEdit } from './estimate-edit.ts';

const NOW = new Date('2025-11-20T10:00:00.000Z');
const CHECKED = '2025-11-20T02:00:00.000Z';
const NEXT = '2025-11-21T00:00:00.000Z';

test('an edit is priced until the month ends and for 30 days, and moves what is due as it was priced', async (t) => {
  const stores = await openTestStores(t);
  const ctx = { ...makeAreaContext(stores), clock: { now: () => NOW, realNow: () => NOW.getTime() } };
  const projectId = await makeProject(stores.postgres);
  const check = await makeTracked(stores.postgres, projectId, 'shoes');
  const reset = async (interval: string, checkedAt: string | null, nextCheck: string | null): Promise<void> => {
    await stores.postgres.query('update tracked_keywords set check_interval = $2, checked_at = $3, next_check = $4 where project_id = $1', [
      projectId,
      interval,
      checkedAt,
      nextCheck,
    ]);
  };
  const edit = (changes: KeywordChanges) => ({ selection: { projectId, channels: CHANNELS, statuses: TRACKING_STATUSES }, changes });
  const readNext = async (): Promise<string | undefined> => {
    const { rows } = await stores.postgres.query<{ at: Date | null }>(
      'select next_check as at from tracked_keywords where project_id = $1',
      [projectId],
    );
    return rows[0]?.at?.toISOString();
  };

  // A check costs a cent in this test. From the 21st to the 30th are ten days, with checks on the 27th by the week.
  const cases: readonly (readonly [KeywordChanges, number, number, string | undefined])[] = [
    [{ checkInterval: 'weekly' }, -0.09, 0.042857, '2025-11-27T00:00:00.000Z'],
    [{ checkInterval: 'monthly' }, -0.1, 0.01, '2025-12-20T00:00:00.000Z'],
    [{ checkInterval: 'manual' }, -0.1, 0, undefined],
    [{ depth: 50 }, -0.05, 0.15, NEXT],
    [{ depthStrategy: 'adaptive' }, 0, 0.3, NEXT],
    [{ note: 'x' }, 0, 0.3, NEXT],
    [{ isUntracked: true }, -0.1, 0, undefined],
  ];
  for (const [changes, monthEnd, monthly, next] of cases) {
    await stores.postgres.query(`update tracked_keywords set status = 'tracking', depth = 100, depth_strategy = 'full'`);
    await reset('daily', CHECKED, NEXT);
    const priced = await estimateEdit(ctx, edit(changes));
    const said = JSON.stringify(changes);
    assert.deepEqual([priced.monthEndChangeUsd, priced.monthlyBeforeUsd, priced.monthlyAfterUsd], [monthEnd, 0.3, monthly], said);
    assert.equal(await readNext(), NEXT, 'a price changes nothing');
    await editKeywords(ctx, edit(changes));
    assert.equal(await readNext(), next, said);
  }

  await stores.postgres.query(`update tracked_keywords set status = 'tracking', depth_strategy = 'full'`);
  await reset('monthly', '2025-11-01T02:00:00.000Z', '2025-12-01T00:00:00.000Z');
  const more = await estimateEdit(ctx, edit({ checkInterval: 'daily' }));
  assert.equal(more.monthEndChangeUsd, 0.11, 'overdue: today and ten days more');
  await editKeywords(ctx, edit({ checkInterval: 'daily' }));
  assert.equal(await readNext(), '2025-11-02T00:00:00.000Z');

  await reset('daily', CHECKED, NEXT);
  await stores.postgres.query(
    `insert into current_rankings (project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code,
       language_code, relationship, status, position, rank_group, updated_at)
     values ($1, $2, 'engine_a', 'seo', 'mine.com', 'shoes', 'shoes', 'desktop', 2840, 'en', 'MINE', 'ranked', 29, 14, now())`,
    [projectId, check.keywordId],
  );
  const near = await estimateEdit(ctx, edit({ depthStrategy: 'adaptive' }));
  assert.equal(near.monthlyAfterUsd, 0.09, 'thirty positions around the fourteenth');
  await stores.postgres.query(`update projects set status = 'paused' where id = $1`, [projectId]);
  assert.equal((await estimateEdit(ctx, edit({ checkInterval: 'manual' }))).monthlyBeforeUsd, 0, 'a paused project checks nothing');
});
