import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { type Alert, type AlertRule, type GetAlertsResponse, getAlerts } from '#client';
import { useProjectId, useToday } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { useNotes } from '#data/notes.ts';
import { addDays } from '#data/time/days.ts';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextFilter } from '#ui/forms/text-filter.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { defineList, type ListAt, type ListPart } from '#ui/list/define-list.tsx';
import { Empty } from '#ui/states/answered.tsx';
import { sayGroup, sayItems, sayState } from '../data/words.ts';
import { Severity } from '../open/severity.tsx';
import { alertsSearch } from '../search.ts';
import { toTimeline } from './timeline.ts';
import { SEVERITIES } from '../data/types.ts';

const DAYS = 90;
const CHARTED_MAX = 500;

interface Given {
  readonly rules: readonly AlertRule[];
}
type Part = ListPart<typeof alertsSearch, GetAlertsResponse | undefined, Given>;

/** The days of the history: the last 90 unless chosen. */
function useSpan() {
  const { search } = useScreenSearch(alertsSearch);
  const today = useToday();
  const to = search.until ?? today;
  const from = search.since !== undefined && search.since <= to ? search.since : addDays(to, 1 - DAYS);
  return { from, to };
}

function useQuery({ search: { severity, rule } }: ListAt<typeof alertsSearch, Given>) {
  const projectId = useProjectId();
  return { project_id: projectId, ...useSpan(), ...(severity && { severity: [severity] }), ...(rule && { rule_id: rule }) };
}

const COLUMNS: readonly RowColumn<Alert>[] = [
  column.text('title', 'What happened', 380, { isOnPhone: true }),
  column.text('severity', 'Severity', 110, { isOnPhone: true, render: ({ severity }) => <Severity severity={severity} /> }),
  column.text('rule', 'Rule', 200, { of: 'rule_name' }),
  column.text('group', 'Group', 150, { of: ({ group }) => sayGroup(group) || null }),
  column.text('matches', 'Matches', 110, { of: (alert) => sayItems(alert), csv: ({ items_total: total }) => total }),
  column.instant('opened', 'Began (UTC)', 170, { of: 'opened_at', isOnPhone: true }),
  column.text('state', 'State', 170, { of: (alert) => sayState(alert), csv: ({ state }) => state }),
  column.instant('over', 'Over (UTC)', 170, { of: 'resolved_at', isHidden: true }),
  column.text('note', 'Note', 220, { of: ({ acknowledged }) => acknowledged?.note ?? null, isHidden: true }),
];

/** Alerts of some days, with what else happened then. */
export const History = defineList({
  search: alertsSearch,
  operation: getAlerts,
  useOptions: (at: ListAt<typeof alertsSearch, Given>) => ({ query: useQuery(at) }),
  limit: 100,
  height: 420,
  filters: Filters,
  before: Timeline,
  empty: () => <Empty title="No alert in these days">Alerts that began in the chosen days are listed here.</Empty>,
  label: 'Alerts',
  fileName: 'alerts',
  rows: ({ alerts }: GetAlertsResponse) => alerts,
  columns: COLUMNS,
  rowKey: ({ id }: Alert) => id,
  open: ({ id, project_id: projectId }: Alert, { navigate }) =>
    void navigate({ to: '/p/$projectId/alerts/$alertId', params: { projectId, alertId: id } } as never),
});

function Filters({ search: { severity, rule, since, until }, setSearch, given: { rules } }: Part) {
  return (
    <Group mb="md" align="flex-end">
      <Select
        label="Severity"
        placeholder="Any"
        clearable
        data={[...SEVERITIES]}
        value={severity ?? null}
        onChange={(value) => setSearch({ severity: SEVERITIES.find((one) => one === value), offset: undefined })}
      />
      <Select
        label="Rule"
        placeholder="Any"
        clearable
        maw={260}
        data={rules.map(({ id, name }) => ({ value: id, label: name }))}
        value={rule ?? null}
        onChange={(value) => setSearch({ rule: value ?? undefined, offset: undefined })}
      />
      <TextFilter label="From" type="date" value={since} onChange={(value) => setSearch({ since: value, offset: undefined })} />
      <TextFilter label="To" type="date" value={until} onChange={(value) => setSearch({ until: value, offset: undefined })} />
    </Group>
  );
}

function Timeline(part: Part) {
  const query = useQuery(part);
  const { from, to } = useSpan();
  const { data } = useAnswer(getAlerts, { query: { ...query, limit: CHARTED_MAX } });
  const { marks } = useNotes({ projectId: query.project_id, from, to });
  const spec = useMemo(() => data && toTimeline(data.alerts, { from, to }, marks), [data, from, to, marks]);
  if (spec === undefined || data === undefined || data.alerts.length === 0) return null;
  const rest = data.pagination.total - data.alerts.length;
  return (
    <Chart
      title="When alerts began"
      note={`${formatPlural(data.alerts.length, 'alert')}${rest > 0 ? `, the newest of ${data.pagination.total}` : ''}, beside annotations and updates of the engine.`}
      spec={spec}
      height={160}
    />
  );
}
