import { defineList } from '#stores/postgres/define-list.ts';
import { lockName } from '#stores/postgres/lock-name.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { AlertRule, Condition } from '../../rule.ts';
import { readCondition, writeCondition } from './stored-condition.ts';

const COLUMNS = `id, organization_id, project_id, name, condition, channel_ids, repeat_every_hours, is_enabled, preset, created_at, updated_at`;

type RuleRow = Omit<AlertRule, keyof Condition> & { readonly condition: unknown };

function toRule({ condition, ...row }: RuleRow): AlertRule {
  return { ...row, ...readCondition(condition) };
}

export async function insertRule(sql: Sql, rule: AlertRule): Promise<void> {
  await sql.query(
    `insert into alert_rules (id, organization_id, project_id, name, condition, channel_ids, repeat_every_hours, is_enabled, preset,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      rule.id,
      rule.organizationId,
      rule.projectId,
      rule.name,
      writeCondition(rule),
      rule.channelIds,
      rule.repeatEveryHours,
      rule.isEnabled,
      rule.preset,
      rule.createdAt,
      rule.updatedAt,
    ],
  );
}

export async function findRule(sql: Sql, ruleId: string): Promise<AlertRule | undefined> {
  const { rows } = await sql.query<RuleRow>(`select ${COLUMNS} from alert_rules where id = $1`, [ruleId]);
  return rows.map(toRule)[0];
}

/** The same; others that judge or change it wait until the transaction ends. */
export async function lockRuleRow(tx: Transaction, ruleId: string): Promise<AlertRule | undefined> {
  const { rows } = await tx.query<RuleRow>(`select ${COLUMNS} from alert_rules where id = $1 for no key update`, [ruleId]);
  return rows.map(toRule)[0];
}

/** Several, by id; those that are gone are left out. */
export async function listRulesById(sql: Sql, ruleIds: readonly string[]): Promise<ReadonlyMap<string, AlertRule>> {
  const { rows } = await sql.query<RuleRow>(`select ${COLUMNS} from alert_rules where id = any($1::text[]) order by id`, [ruleIds]);
  return new Map(rows.map((row) => [row.id, toRule(row)]));
}

export interface RuleFilter {
  /** Undefined: of all projects. */
  readonly projectIds?: readonly string[] | undefined;
  /** The service's own ones too. */
  readonly withService?: boolean | undefined;
  /** Rules of these events are left out. */
  readonly hiddenEvents?: readonly string[] | undefined;
  /** Only rules that are on, of these events. */
  readonly judgedEvents?: readonly string[] | undefined;
}

/** The newest first. */
export const ruleList = defineList<RuleRow, RuleFilter, AlertRule>({
  columns: COLUMNS,
  from: `from alert_rules where ($1::text[] is null or project_id = any($1) or ($2 and project_id is null)) and ($2 or project_id is not null)
    and not (condition->'when'->>'event' = any($3::text[]))
    and ($4::text[] is null or (is_enabled and condition->'when'->>'event' = any($4)))`,
  order: 'created_at desc, id desc',
  values: ({ projectIds, withService = false, hiddenEvents = [], judgedEvents }) => [projectIds, withService, hiddenEvents, judgedEvents],
  toItem: toRule,
});

export async function updateRuleRow(sql: Sql, rule: AlertRule): Promise<void> {
  await sql.query(
    `update alert_rules set name = $2, condition = $3, channel_ids = $4, repeat_every_hours = $5, is_enabled = $6, updated_at = $7 where id = $1`,
    [rule.id, rule.name, writeCondition(rule), rule.channelIds, rule.repeatEveryHours, rule.isEnabled, rule.updatedAt],
  );
}

export async function deleteRuleRow(sql: Sql, ruleId: string): Promise<void> {
  await sql.query('delete from alert_rules where id = $1', [ruleId]);
}

/** Names of the presets that rules of a project came from. */
export async function listPresetsOf(sql: Sql, projectId: string): Promise<string[]> {
  const { rows } = await sql.query<{ preset: string }>(
    'select distinct preset from alert_rules where project_id = $1 and preset is not null order by preset',
    [projectId],
  );
  return rows.map(({ preset }) => preset);
}

/** How many a project has; null: the service. Those who add at once are counted one after the other. */
export async function lockAndCountRules(tx: Transaction, projectId: string | null): Promise<number> {
  await lockName(tx, 'alert rules', projectId ?? 'of the service');
  const { rows } = await tx.query<{ total: number }>('select count(*) as total from alert_rules where project_id is not distinct from $1', [
    projectId,
  ]);
  return rows[0]?.total ?? 0;
}
