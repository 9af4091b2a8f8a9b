import { formatPlural } from '#kernel/text.ts';
import { toTable } from '../tables.ts';
import type { Story } from './story.ts';

const SHOWN = 5;

interface DemoAlert {
  readonly id: string;
  readonly day: string;
  readonly title: string;
  readonly state: string;
  readonly rule_name: string;
  readonly items_total: number;
}

interface DemoItem {
  readonly label: string;
  readonly device: string | null;
  readonly from: { readonly position?: number | null } | null;
  readonly to: { readonly position?: number | null; readonly checked_depth?: number };
}

/** What rules said of the days, each with the first of what it is about. */
export async function toAlertsTable({ api, projectId }: Story): Promise<string> {
  const { alerts } = await api.get<{ alerts: DemoAlert[] }>(`/api/alerts?project_id=${projectId}&limit=${SHOWN}`);
  if (alerts.length === 0) return 'None: nothing moved as far as the rules of a new project ask for.';
  const rows = await Promise.all(
    alerts.map(async ({ id, day, title, rule_name: rule, state }) => {
      const { items } = (await api.get<{ alert: { items: DemoItem[] } }>(`/api/alerts/${id}`)).alert;
      return [day, rule, title, state, items[0] === undefined ? '' : sayItem(items[0], items.length)];
    }),
  );
  return toTable([{ title: 'Day' }, { title: 'Rule' }, { title: 'Says' }, { title: 'State' }, { title: 'Because' }], rows);
}

function sayItem({ label, device, from, to }: DemoItem, count: number): string {
  const more = count > 1 ? `, and ${formatPlural(count - 1, 'more', 'more')}` : '';
  if (!('position' in to)) return `${label}${more}`;
  return `${label}${device === null ? '' : ` (${device})`}: ${sayPlace(from)} → ${sayPlace(to)}${more}`;
}

function sayPlace(seen: DemoItem['to'] | DemoItem['from']): string {
  if (seen === null) return 'never seen';
  return typeof seen.position === 'number' ? String(seen.position) : 'not found';
}
