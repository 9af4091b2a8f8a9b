import { headLines, readLines } from '../../opening/lines.ts';
import { findCountryCode } from '../../values/countries.ts';
import { readDay } from '../../values/dates.ts';
import { UnreadableFileError } from '../../opening/unreadable.ts';
import type { SourceFile } from '../../opening/source-file.ts';
import { headText } from '../head-text.ts';
import { NO_FACTS, toSubject, type ImportFormat, type Reading } from '../format.ts';
import { findSheet, readSheet, type Sheet } from '../sheets/sheet.ts';

const COLUMNS = ['id', 'keyword', 'position', 'url', 'country', 'city', 'device', 'updated', 'added', 'tags'] as const;
/** As SerpBear writes it; a program that saved the table again may have used other signs, and quotes. */
const HEADER = /^ID,\s*Keyword,\s*Position,\s*URL,\s*Country,\s*City,\s*Device,\s*Updated,\s*Added,\s*Tags\s*$/iu;
/** A line, in which nothing is quoted, and a keyword and the list of tags may hold commas: the columns between them are known by their form. */
const LINE =
  /^(?<id>\d+),\s?(?<keyword>.+),\s?(?<position>-|\d+),\s?(?<url>-|https?:\/\/\S*),\s?(?<country>[^,]+?),\s?(?<city>.*?),\s?(?<device>desktop|mobile),\s?(?<updated>[^,]*),\s?(?<added>[^,]*),\s?(?<tags>.*)$/iu;

/** The CSV that SerpBear exports: the newest place of each keyword. */
export const serpBearTable: ImportFormat = {
  kind: 'serpbear_csv',
  name: 'SerpBear, CSV',
  detect: async (file) => {
    if (!isBare(file) && (await findSavedAgain(file)) === undefined) return undefined;
    return {
      sure: 0.97,
      why: 'the columns of the CSV of SerpBear',
      notes: ['One day a keyword: the database has them all. The file does not name the website.'],
      questions: ['language_code', 'domain'],
      proposed: { scale: 'organic', engine: 'google' },
    };
  },
  read: async function* (file, { domain = null }) {
    if (isBare(file)) yield* readBare(file, domain);
    else yield* readSavedAgain(file, domain);
  },
};

function isBare(file: SourceFile): boolean {
  const [header = ''] = headLines(headText(file), 1);
  return HEADER.test(header);
}

async function findSavedAgain(file: SourceFile): Promise<Sheet | undefined> {
  const sheet = await findSheet(file);
  const isSame = sheet?.columns.length === COLUMNS.length && COLUMNS.every((name, at) => sheet.columns[at]?.toLowerCase() === name);
  return isSame ? sheet : undefined;
}

async function* readBare(file: SourceFile, domain: string | null): AsyncGenerator<readonly Reading[]> {
  let row = 0;
  for await (const lines of readLines(file.text())) {
    const before = row;
    row += lines.length;
    yield lines.flatMap((line, at) =>
      before + at === 0 || line.trim() === '' ? [] : [...readCells(LINE.exec(line)?.groups, { row: before + at + 1, text: line, domain })],
    );
  }
}

async function* readSavedAgain(file: SourceFile, domain: string | null): AsyncGenerator<readonly Reading[]> {
  const sheet = await findSavedAgain(file);
  if (sheet === undefined) throw new UnreadableFileError('The file has other columns than the CSV of SerpBear');
  for await (const rows of readSheet(file, sheet))
    yield rows.flatMap(({ row, cells }) => {
      const found = Object.fromEntries(COLUMNS.map((name, at) => [name, (cells[at] ?? '').trim()]));
      return [...readCells(cells.length === COLUMNS.length ? found : undefined, { row, text: cells.join(sheet.delimiter), domain })];
    });
}

interface Line {
  readonly row: number;
  readonly text: string;
  readonly domain: string | null;
}

function* readCells(found: Readonly<Record<string, string>> | undefined, { row, text, domain }: Line): Generator<Reading> {
  if (found === undefined) {
    yield { kind: 'rejected', row, reason: 'The line does not have the columns of the header', text };
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
  if ('problem' in read) yield { kind: 'rejected', row, reason: read.problem, text };
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
