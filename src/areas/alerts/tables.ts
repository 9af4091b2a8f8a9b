import { IN_PROJECT, MEASURED, RESTORED, type ArchiveTables } from '#stores/archive/archive-table.ts';

/** An archive of one project has no channels of its organization, and no secrets: its rules go on in the inbox. */
const INBOX_ALONE = 'case when t.channel_ids is null then null else array[]::text[] end';
const OF_RULE = 't.rule_id in (select id from alert_rules where project_id = $1)';
const OF_ALERT = 't.alert_id in (select id from alerts where project_id = $1)';

export const tables: ArchiveTables = {
  relational: [
    { table: 'alert_rules', project: IN_PROJECT, projectReplace: { channel_ids: INBOX_ALONE } },
    {
      table: 'alert_rounds',
      project: IN_PROJECT,
      importAs: {
        left_out: `case when t.evaluated_at is null then ${RESTORED} else t.left_out end`,
        evaluated_at: 'coalesce(t.evaluated_at, t.closed_at, t.opened_at)',
      },
    },
    { table: 'alerts', project: IN_PROJECT },
    { table: 'alert_states', project: OF_RULE },
    { table: 'alert_items', project: OF_ALERT },
    { table: 'alert_mutes', project: IN_PROJECT },
  ],
  audited: ['alert_rules', 'alert_mutes'],
  unaudited: {
    alert_rounds: MEASURED,
    alert_states: MEASURED,
    // Who acknowledged one, and when, stands in its own row.
    alerts: MEASURED,
    alert_items: MEASURED,
  },
};
