import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeTracked } from '../../../../test/support/rankings-world.ts';
import { rematchKeywords } from '../rematch/rematch-keywords.ts';
import { getTrackedVersion } from './grid-version.ts';

test('every change of what is shown makes another version, and nothing else does', async (t) => {
  const world = await openGridWorld(t);
  const { postgres, projectId } = world;
  const check = await makeTracked(postgres, projectId, 'version');
  const seen = new Set<string>();
  let lastEdits: string | undefined;
  const expectNew = async (what: string, { isNew = true, isEdit = false } = {}) => {
    const { tag, arriving } = await getTrackedVersion(world.ctx, projectId);
    assert.equal(seen.has(tag), !isNew, what);
    assert.equal(arriving.edits !== lastEdits, isEdit, `${what} is${isEdit ? '' : ' not'} an edit`);
    lastEdits = arriving.edits;
    seen.add(tag);
  };
  await expectNew('the first', { isEdit: true });
  await expectNew('nothing happened', { isNew: false });
  await world.check(check, { 'mine.com': 5 });
  await expectNew('a check');
  await world.fail(check);
  await expectNew('a failure');
  await postgres.query(`update tracked_keywords set depth = 50 where project_id = $1`, [projectId]);
  await expectNew('another depth');
  await postgres.query(`update keywords set search_volume = 10 where id = $1`, [check.keywordId]);
  await expectNew('a volume');
  await postgres.query(`update assets set role = 'competitor' where project_id = $1`, [projectId]);
  await expectNew('a role', { isEdit: true });
  await postgres.query('insert into keyword_edits (project_id, edits) values ($1, 1)', [projectId]);
  await expectNew('an edit', { isEdit: true });
  await world.check(check, { 'mine.com': 8 });
  await expectNew('another check');
  world.moveTo('2025-11-20T09:00:00Z');
  await world.check(check, { 'mine.com': 1 });
  await expectNew('an older check that came later');
  await rematchKeywords(world.ctx, { projectId, assetId: undefined, isDryRun: false, after: '', limit: 100 });
  await world.outbox.flush();
  await expectNew('history that was worked out again');
  await postgres.transaction((tx) => world.outbox.append(tx, 'ranking_history', [{ project_id: 'proj_other' }]));
  await expectNew('history waits for the analytics store');
  await postgres.query('delete from outbox');
  await expectNew('none waits', { isNew: false });
  const countNotes = async (): Promise<number> =>
    (await postgres.query('select from ranking_changes where project_id = $1', [projectId])).rowCount ?? 0;
  const isFolded = async () => {
    const before = await countNotes();
    await postgres.query('insert into ranking_changes values ($1, 0)', [projectId]);
    return (await countNotes()) <= before;
  };
  while (!(await isFolded()));
  await expectNew('rows were folded', { isNew: false });
  world.moveTo('2025-11-21T10:00:00Z');
  await expectNew('another day', { isEdit: true });
});
