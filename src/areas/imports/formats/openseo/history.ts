import { UnreadableFileError } from '../../opening/unreadable.ts';
import { isSqlite } from '../../opening/sqlite.ts';
import { readDay, toDayIn } from '../../values/dates.ts';
import { headText } from '../head-text.ts';
import { toSubject, type ImportFormat, type PointSubject, type PointValue, type Reading } from '../format.ts';
import { readSavedKeywords } from './saved-keywords.ts';
import { readStored, type StoredRow } from './store-file.ts';

/** `2026-01-03 04:05:06` of SQLite is UTC, as the ISO text of PostgreSQL is. */
const SQLITE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u;

/** The database of OpenSEO: its SQLite file, an export of D1, or a dump of PostgreSQL. */
export const openSeoHistory: ImportFormat = {
  kind: 'openseo_history',
  name: 'OpenSEO, database or dump',
  detect: async (file) => {
    const isDatabase = isSqlite(file.head);
    const text = isDatabase ? file.head.toString('latin1') : headText(file);
    if (!/rank_snapshots|rank_tracking_(?:configs|keywords)/u.test(text)) return undefined;
    if (!isDatabase && !/\b(?:create table|insert into|copy)\b/iu.test(text)) return undefined;
    return {
      sure: 0.95,
      why: `${isDatabase ? 'a SQLite file' : 'an SQL dump'} with the tables of OpenSEO`,
      notes: [
        'That places count organic results is assumed: the file does not say it.',
        'The depth of now is not the depth of then: a place that was not found has no depth unless you say one.',
      ],
      questions: ['depth', 'time_zone'],
      proposed: { scale: 'organic', engine: 'google' },
    };
  },
  read: async function* (file, { depth, time_zone: timeZone = 'UTC' }) {
    // A dump has its tables in the order of their names, so what snapshots point to comes behind them.
    const configs = new Map<string, StoredRow>();
    const subjects = new Map<string, StoredRow>();
    for await (const rows of readStored(file, ['rank_tracking_configs', 'rank_tracking_keywords']))
      for (const row of rows) (row.table === 'rank_tracking_configs' ? configs : subjects).set(row.get('id') ?? '', row);
    if (configs.size === 0) throw new UnreadableFileError('The file has no row of rank_tracking_configs');
    let row = 0;
    yield* readSavedKeywords(file, toDomains(configs));
    for await (const rows of readStored(file, ['rank_snapshots'])) {
      const before = row;
      row += rows.length;
      yield rows.map((snapshot, at) => {
        const keyword = subjects.get(snapshot.get('tracking_keyword_id') ?? '') ?? snapshot;
        const known = { row: before + at + 1, timeZone, depth: depth ?? null };
        return toPoint(snapshot, toPointSubject(keyword, configs, snapshot.get('device')), known);
      });
    }
  },
};

/** The website of each project; the first one of several. */
function toDomains(configs: ReadonlyMap<string, StoredRow>): ReadonlyMap<string, string> {
  return new Map([...configs.values()].toReversed().map((config) => [config.get('project_id') ?? '', config.get('domain') ?? '']));
}

interface Known {
  readonly row: number;
  readonly timeZone: string;
  readonly depth: number | null;
}

function toPoint(snapshot: StoredRow, subject: PointSubject, { row, timeZone, depth }: Known): Reading {
  const checkedAt = snapshot.get('checked_at') ?? '';
  const instant = new Date(SQLITE_TIME.test(checkedAt) ? `${checkedAt.replace(' ', 'T')}Z` : checkedAt);
  const read = Number.isNaN(instant.getTime())
    ? { problem: `"${checkedAt.slice(0, 40)}" is no time` }
    : readDay(toDayIn(instant, timeZone), 'ymd');
  if ('problem' in read) return { kind: 'rejected', row, reason: read.problem, text: subject.keyword };
  const position = snapshot.get('position');
  const value: PointValue = position === null ? { outcome: 'not_found', depth } : { outcome: 'ranked', position: Number(position) };
  return { kind: 'point', row, subject, day: read.day, value, url: snapshot.get('url'), scale: 'organic', quality: 'measured' };
}

function toPointSubject(keyword: StoredRow, configs: ReadonlyMap<string, StoredRow>, device: string | null): PointSubject {
  const config = configs.get(keyword.get('config_id') ?? '');
  const code = Number(config?.get('location_code') ?? 0);
  return toSubject(keyword.get('keyword') ?? '', {
    domain: config?.get('domain') ?? null,
    device: device === 'mobile' || device === 'desktop' ? device : null,
    place: config?.get('location_name') ?? null,
    locationCode: code > 0 ? code : null,
    languageCode: config?.get('language_code') ?? null,
    engine: 'google',
  });
}
