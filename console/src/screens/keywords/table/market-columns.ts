import { toChannelName, toEngineName, toLanguageName } from '#data/names.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import type { Keywords, ListName } from './keywords.ts';

/** Where keywords are asked. */
export function toMarketColumns({ columns, textOf }: Keywords, toPlaceName: (code: number) => string): Column[] {
  const text = (id: ListName, title: string): Column => ({
    id,
    title,
    kind: 'text',
    width: 90,
    isHidden: true,
    isKey: true,
    value: (row) => textOf(id, row),
  });
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
    {
      id: 'location',
      title: 'Location',
      kind: 'text',
      width: 200,
      isHidden: true,
      isKey: true,
      value: (row) => {
        const code = columns.location_code[row];
        return code === undefined ? null : toPlaceName(code);
      },
    },
    named('engine', 'Engine', toEngineName),
    named('channel', 'Channel', toChannelName),
  ];
}
