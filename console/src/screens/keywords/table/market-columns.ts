import { toChannelName, toEngineName, toLanguageName } from '#data/names.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import type { Keywords, ListName } from './keywords.ts';

/** Where keywords are asked. */
export function toMarketColumns({ columns, textOf }: Keywords, toPlaceName: (code: number) => string): Column[] {
  const text = (id: ListName, title: string): Column =>
    column.text(id, title, 90, { of: (row) => textOf(id, row), isHidden: true, isKey: true });
  const named = (id: ListName, title: string, toName: (code: string) => string): Column => ({
    ...text(id, title),
    value: (row) => {
      const code = textOf(id, row);
      return code && toName(code);
    },
  });
  return [
    text('device', 'Device'),
    { ...named('language_code', 'Language', toLanguageName), width: 110 },
    column.text('location', 'Location', 200, {
      of: (row) => {
        const code = columns.location_code[row];
        return code === undefined ? null : toPlaceName(code);
      },
      isHidden: true,
      isKey: true,
    }),
    named('engine', 'Engine', toEngineName),
    named('channel', 'Channel', toChannelName),
  ];
}
