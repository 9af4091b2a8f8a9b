import { headLines, readLines } from '../../opening/lines.ts';
import { findCountryCode } from '../../values/countries.ts';
import { readDay } from '../../values/dates.ts';
import { headText } from '../head-text.ts';
import { NO_FACTS, toSubject, type ImportFormat, type Reading } from '../format.ts';

const HEADER = /^"?ID"?,\s*Keyword,\s*Position,\s*URL,\s*Country,\s*City,\s*Device,\s*Updated,\s*Added,\s*Tags\s*$/iu;
/** A line, in which nothing is quoted, and a keyword and the list of tags may hold commas: the columns between them are known by their form. */
const LINE =
  /^(?<id>\d+),\s?(?<keyword>.+),\s?(?<position>-|\d+),\s?(?<url>-|https?:\/\/\S*),\s?(?<country>[^,]+?),\s?(?<city>.*?),\s?(?<device>desktop|mobile),\s?(?<updated>[^,]*),\s?(?<added>[^,]*),\s?(?<tags>.*)$/iu;

/** The CSV that SerpBear exports: the newest place of each keyword. */
export const serpBearTable: ImportFormat = {
  kind: 'serpbear_csv',
  name: 'SerpBear, CSV',
  detect: async (file) => {
    const [header = ''] = headLines(headText(file), 1);
    if (!HEADER.test(header)) return undefined;
    return {
      sure: 0.97,
      why: 'the columns of the CSV of SerpBear',
      notes: ['One day a keyword: the database has them all. The file does not name the website.'],
      questions: ['language_code', 'domain'],
      proposed: { scale: 'organic', engine: 'google' },
    };
  },
  read: async function* (file, { domain }) {
    let row = 0;
    for await (const lines of readLines(file.text())) {
      const before = row;
      row += lines.length;
      yield lines.flatMap((line, at) =>
        before + at === 0 || line.trim() === '' ? [] : [...readLine(line, before + at + 1, domain ?? null)],
      );
    }
  },
};

function* readLine(line: string, row: number, domain: string | null): Generator<Reading> {
  const found = LINE.exec(line)?.groups;
  if (found === undefined) {
    yield { kind: 'rejected', row, reason: 'The line does not have the columns of the header', text: line };
    return;
  }
  const { keyword = '', position = '', url = '', country = '', city = '', device = '', updated = '', tags = '' } = found;
  const subject = toSubject(keyword, {
    domain: domain ?? hostOf(url),
    device: device.toLowerCase() === 'mobile' ? 'mobile' : 'desktop',
    country: findCountryCode(country),
    place: city === '' || city === '-' ? null : city,
    engine: 'google',
  });
  yield {
    kind: 'keyword',
    row,
    subject,
    ...NO_FACTS,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
  const read = readDay(updated, 'ymd');
  if ('problem' in read) yield { kind: 'rejected', row, reason: read.problem, text: line };
  else
    yield {
      kind: 'point',
      row,
      subject,
      day: read.day,
      value: { outcome: 'cell', cell: position },
      url: url === '-' ? null : url,
      scale: 'organic',
      quality: 'as_reported',
    };
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}
