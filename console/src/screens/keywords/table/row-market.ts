import { toChannelName, toEngineName, toLanguageName } from '#data/names.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';

/** Where a keyword is asked, as rows of the API say it. */
export interface RowMarket {
  readonly device: string;
  readonly language_code: string;
  readonly location_code: number;
  readonly engine: string;
  readonly channel: string;
}

const hidden = { kind: 'text', width: 110, isHidden: true, isKey: true } as const;

/** Columns in which rows of one keyword differ, in lists that need no names of places. */
export const MARKET_COLUMNS: readonly RowColumn<RowMarket>[] = [
  { ...hidden, id: 'device', title: 'Device', value: ({ device }) => device },
  { ...hidden, id: 'language', title: 'Language', value: ({ language_code: code }) => toLanguageName(code) },
  { ...hidden, id: 'location', title: 'Location code', value: ({ location_code: code }) => String(code) },
  { ...hidden, id: 'engine', title: 'Engine', value: ({ engine }) => toEngineName(engine) },
  { ...hidden, id: 'channel', title: 'Channel', value: ({ channel }) => toChannelName(channel) },
];
