import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ranking } from '#client';
import { findCheckBefore, toChecks } from './other-checks.ts';

const RUN = { id: 'run_3', check_date: '2026-11-21' };

function toRanking(run_id: string | null, check_date: string, more: Partial<Ranking> = {}): Ranking {
  return { run_id, check_date, status: 'ranked', ...more } as Ranking;
}

test('a check is compared with the good one before it, and failed days in between are known', () => {
  const checks = toChecks(RUN, [
    toRanking('run_1', '2026-11-17'),
    toRanking('run_2', '2026-11-18', { status: 'not_found' }),
    toRanking('run_2', '2026-11-18', { domain: 'second.com' }),
    toRanking(null, '2026-11-19', { status: 'failed' }),
    toRanking('run_bad', '2026-11-20', { status: 'failed' }),
    toRanking('run_3', '2026-11-21'),
    toRanking('run_early', '2026-11-21', { status: 'failed' }),
    toRanking('run_4', '2026-11-22'),
  ]);
  assert.deepEqual(
    checks.others.map(({ runId }) => runId),
    ['run_4', 'run_2', 'run_1'],
  );
  assert.deepEqual(checks.failedDays, ['2026-11-19', '2026-11-20'], 'a day with a good check is none');
  assert.equal(findCheckBefore(RUN, checks)?.runId, 'run_2');
  assert.equal(findCheckBefore({ check_date: '2026-11-17' }, checks), undefined);
});
