/** A keyword of the Keyword Planner; `months` null: an account that spends little gets none, and a range for the average. */
export interface PlannedKeyword {
  readonly keyword: string;
  readonly average: string;
  readonly months: readonly (string | null)[] | null;
}

/** As the Keyword Planner writes above its header; the span holds commas. */
export const PLANNER_HEAD = ['Keyword Stats 2026-01-05 at 10_22_33', 'January 1, 2025 - December 31, 2025'];
const COLUMNS = [
  'Keyword',
  'Currency',
  'Avg. monthly searches',
  'Three month change',
  'YoY change',
  'Competition',
  'Competition (indexed value)',
  'Top of page bid (low range)',
  'Top of page bid (high range)',
  'Ad impression share',
  'Organic impression share',
  'Organic average position',
  'In account?',
  'In plan?',
];
/** What stands between the average and the months. */
const BESIDE = ['0%', '-10%', 'High', '87', '0.42', '1.87', '', '', '', '', ''];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The header and the rows, as cells. */
export function listPlannerCells(keywords: readonly PlannedKeyword[]): string[][] {
  return [
    [...COLUMNS, ...MONTHS.map((month) => `Searches: ${month} 2025`)],
    ...keywords.map(({ keyword, average, months }) => [
      keyword,
      'EUR',
      average,
      ...BESIDE,
      ...MONTHS.map((_month, at) => months?.[at] ?? ''),
    ]),
  ];
}

/** The file as it is downloaded: UTF-16 with a mark, tabs, two lines before the header. */
export function makePlannerFile(keywords: readonly PlannedKeyword[]): Buffer {
  const lines = [...PLANNER_HEAD, ...listPlannerCells(keywords).map((cells) => cells.join('\t'))];
  return Buffer.from(`\uFEFF${lines.join('\n')}\n`, 'utf16le');
}
