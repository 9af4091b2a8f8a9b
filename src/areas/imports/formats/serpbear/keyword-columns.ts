/** Columns of SerpBear's table of keywords, and fields of its API, that are read. The other ones hold secrets. */
export const SERPBEAR_COLUMNS = [
  'ID',
  'keyword',
  'device',
  'country',
  'city',
  'domain',
  'lastUpdated',
  'history',
  'tags',
  'lastResult',
  'sticky',
  'lastUpdateError',
  'volume',
] as const;
export type SerpBearColumn = (typeof SERPBEAR_COLUMNS)[number];
