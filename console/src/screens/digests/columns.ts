import type { Digest } from '#client';
import { sayWhen } from '#screens/schedules/say-when.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { sayRecipients, sayRun, sayScope } from './say-digest.ts';

/** @param names of projects by their ids */
export function makeDigestColumns(names: ReadonlyMap<string, string>): readonly RowColumn<Digest>[] {
  return [
    column.text('name', 'Name', 200),
    column.text('about', 'About', 200, { of: ({ scope }) => sayScope(scope, names) }),
    column.text('when', 'When', 240, { of: sayWhen, isOnPhone: true }),
    column.text('to', 'To', 200, { of: sayRecipients }),
    column.instant('next', 'Next (UTC)', 160, { of: 'next_run_at', isOnPhone: true }),
    column.text('state', 'Switched', 80, { of: ({ enabled: isOn }) => (isOn ? 'on' : 'off') }),
    column.text('last', 'Last', 220, { of: ({ last_run: run }) => (run === null ? 'none yet' : sayRun(run)), isOnPhone: true }),
    column.instant('last_at', 'Last (UTC)', 160, { of: ({ last_run: run }) => run?.at ?? null }),
  ];
}
