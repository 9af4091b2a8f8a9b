import { toLanguageName } from '../../../data/names.ts';
import type { Column } from '../../../ui/grid/column.ts';
import type { Keywords, ListName } from './keywords.ts';

/** Its cells need the names of places, which are asked for when it is shown. */
export const LOCATION_COLUMN = 'location';

/** Where keywords are asked. */
export function toMarketColumns({ columns, textOf }: Keywords, toPlaceName: (code: number) => string): Column[] {
  const text = (id: ListName, title: string): Column => ({
    id,
    title,
    kind: 'text',
    width: 90,
    isHidden: true,
    value: (row) => textOf(id, row),
  });
  return [
    text('device', 'Device'),
    {
      ...text('language_code', 'Language'),
      width: 110,
      value: (row) => {
        const code = textOf('language_code', row);
        return code && toLanguageName(code);
      },
    },
    {
      id: LOCATION_COLUMN,
      title: 'Location',
      kind: 'text',
      width: 200,
      isHidden: true,
      value: (row) => {
        const code = columns.location_code[row];
        return code === undefined ? null : toPlaceName(code);
      },
    },
    text('engine', 'Engine'),
    text('channel', 'Channel'),
  ];
}
