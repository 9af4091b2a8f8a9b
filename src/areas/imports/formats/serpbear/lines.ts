import { readLines, headLines } from '../../opening/lines.ts';
import { headText } from '../head-text.ts';
import type { ImportFormat, Reading } from '../format.ts';
import { readSerpBearKeyword, toSerpBearKeyword } from './keyword-row.ts';

/** Keywords of SerpBear's API, one JSON a line, as `sightline move-in` saves them. */
export const serpBearLines: ImportFormat = {
  kind: 'serpbear_api',
  name: 'SerpBear, from its API',
  detect: async (file) => {
    const [first = ''] = headLines(headText(file), 1);
    const keyword = parse(first);
    if (keyword === undefined || !['ID', 'keyword', 'history', 'lastResult'].every((name) => Object.hasOwn(keyword, name)))
      return undefined;
    return {
      sure: 0.97,
      why: 'keywords as the API of SerpBear answers them',
      notes: [
        'SerpBear writes the place of before into the day of a failed check. Days that can be told from the last failure are unknown; older copies stand as reported.',
      ],
      questions: ['time_zone', 'language_code'],
      proposed: { scale: 'organic', engine: 'google' },
    };
  },
  read: async function* (file, { time_zone: timeZone = 'UTC' }) {
    let row = 0;
    for await (const lines of readLines(file.text()))
      for (const line of lines) {
        row += 1;
        if (line.trim() !== '') yield [...readKeyword(line, row, timeZone)];
      }
  },
};

function* readKeyword(line: string, row: number, timeZone: string): Generator<Reading> {
  const keyword = parse(line);
  if (keyword === undefined) yield { kind: 'rejected', row, reason: 'The line is no JSON', text: line.slice(0, 500) };
  else yield* readSerpBearKeyword(toSerpBearKeyword(keyword, row), timeZone);
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
