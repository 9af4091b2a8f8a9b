import assert from 'node:assert/strict';
import { listRoundsOfToday } from '#areas/alerts/index.ts';
import type { RoundOutput } from '#areas/alerts/rounds/alert-round.workflow.ts';
import type { Condition } from '#areas/alerts/rule.ts';
import { findRule } from '#areas/alerts/rules/store/rules.ts';
import { newId } from '#kernel/ids.ts';
import type { TestApp } from './app.ts';
import { PATIENCE_MS } from './patience.ts';

/** Judges today's round of a project at once, as the service does ten minutes after its last check; whether it found anything or not. */
export async function judgeToday({ app }: Pick<TestApp, 'app'>): Promise<void> {
  const { workflows } = app.context;
  for (const { projectId, day } of await listRoundsOfToday(app.context, new Date(0))) {
    const round = { project_id: projectId, day, kind: 'scheduled', is_settled: true } as const;
    await workflows.waitFor(await workflows.start('alert-round', round, { id: newId('wf_') }), PATIENCE_MS);
  }
}

/** Waits until every round that was begun has been judged: each look names the next one. */
export async function endRounds(app: Pick<TestApp, 'app'>): Promise<void> {
  await endAll(app, 'alert-round');
}

/** The same for second checks. */
export async function endRechecks(app: Pick<TestApp, 'app'>): Promise<void> {
  await endAll(app, 'alert-recheck');
}

async function endAll({ app }: Pick<TestApp, 'app'>, workflow: string): Promise<void> {
  const { workflows, postgres } = app.context;
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    const open = await workflows.listOpenIds(postgres, workflow);
    if (open.length === 0) return;
    for (const id of open) await workflows.waitFor<RoundOutput>(id, PATIENCE_MS);
  }
  assert.fail(`${workflow} goes on`);
}

/** A rule made as its people make it. */
export async function createRule({ api }: Pick<TestApp, 'api'>, projectId: string, rule: object): Promise<string> {
  const { status, body } = await api.post('/api/alert-rules', { project_id: projectId, ...rule });
  assert.equal(status, 201, JSON.stringify(body));
  return body.rule.id as string;
}

/** A rule as it is judged. */
export async function readRule({ app }: Pick<TestApp, 'app'>, ruleId: string): Promise<{ projectId: string; condition: Condition }> {
  const rule = await findRule(app.context.postgres, ruleId);
  assert.ok(rule?.projectId);
  return { projectId: rule.projectId, condition: rule };
}

export interface KeptAlert {
  readonly id: string;
  readonly ruleId: string;
  readonly group: string;
  readonly state: string;
  readonly severity: string;
  readonly title: string;
  readonly day: string;
  readonly context: any;
  readonly items: {
    readonly subject: string;
    readonly label: string;
    readonly day: string;
    readonly since: string | null;
    readonly overOn: string | null;
  }[];
}

/** The alerts of a project as they are kept, the oldest first. */
export async function listAlerts({ app }: Pick<TestApp, 'app'>, projectId: string): Promise<KeptAlert[]> {
  const { rows } = await app.context.postgres.query<KeptAlert>(
    `select id, rule_id, group_key as "group", state, severity, title, day::text as day, context,
       (select coalesce(json_agg(json_build_object('subject', subject, 'label', label, 'day', i.day, 'since', was->>'checked_at', 'overOn', over_on)
          order by i.day, subject), '[]') from alert_items i where alert_id = a.id) as items
     from alerts a where project_id = $1 order by opened_at, id`,
    [projectId],
  );
  return rows;
}

export interface SentNotice {
  readonly id: string;
  readonly event: string;
  readonly severity: string;
  readonly title: string;
  readonly text: string;
}

/** What the inbox of a project holds, the oldest first. */
export async function listNotices({ app }: Pick<TestApp, 'app'>, projectId: string): Promise<SentNotice[]> {
  const { rows } = await app.context.postgres.query<SentNotice>(
    'select id, event, severity, title, text from inbox_entries where project_id = $1 order by at, id',
    [projectId],
  );
  return rows;
}
