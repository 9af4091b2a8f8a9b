import { readSqlDump } from '../../opening/sql-dump.ts';
import type { SqlValue } from '../../opening/sql-values.ts';
import { UnreadableFileError } from '../../opening/unreadable.ts';
import { findCountryCode } from '../../values/countries.ts';
import { readDay } from '../../values/dates.ts';
import { headText } from '../head-text.ts';
import { toSubject, type ImportFormat, type PointSubject, type PointValue, type Reading } from '../format.ts';
import { readResultPage } from './result-page.ts';

/** Users and proxies are never read. */
const WANTED: ReadonlySet<string> = new Set(['event', 'run', 'google_search', 'google_serp', 'google_target', 'google_rank']);
const NOT_FOUND = 32_767;
const MOBILE = 1;
/** An annotation has no more. */
const NOTE_LENGTH_MAX = 500;
/** Ids of searches lie below it, so that a run and a search are one number. */
const SEARCHES_MAX = 2 ** 24;

type Values = Readonly<Record<string, SqlValue>>;

/** Rows that ranks point to. */
interface Known {
  readonly days: Map<number, string>;
  readonly searches: Map<number, PointSubject>;
  /** The domain of a target; null where it is a pattern. */
  readonly targets: Map<number, string | null>;
  /** Number of results on the page of a run and search. */
  readonly depths: Map<number, number>;
  /** Number of pages that have come. */
  readonly pages: { count: number };
  /** Number of notes that have come. */
  readonly notes: { count: number };
}

/** The `.sql.gz` of Serposcope's admin page. */
export const serposcopeBackup: ImportFormat = {
  kind: 'serposcope_backup',
  name: 'Serposcope, backup',
  detect: async (file) => {
    const text = headText(file);
    if (!/create table (?:if not exists )?[`"]?google_(?:rank|search|serp)[`"]?/iu.test(text)) return undefined;
    return {
      sure: 0.98,
      why: 'an SQL dump with the tables of Serposcope',
      notes: ['Targets that are patterns have no domain: their points are rejected unless you say one.'],
      questions: ['language_code'],
      proposed: { scale: 'organic', engine: 'google' },
    };
  },
  read: async function* (file, { domain }) {
    const known: Known = {
      days: new Map(),
      searches: new Map(),
      targets: new Map(),
      depths: new Map(),
      pages: { count: 0 },
      notes: { count: 0 },
    };
    let row = 0;
    for await (const rows of readSqlDump(file.text(), WANTED))
      yield rows.flatMap(({ table, values }) => {
        if (table !== 'google_rank') return [...learn(known, table, values)];
        row += 1;
        return [readRank(known, values, row, domain ?? null)];
      });
    if (known.searches.size === 0) throw new UnreadableFileError('The dump has no searches of Serposcope');
  },
};

function* learn(known: Known, table: string, values: Values): Generator<Reading> {
  const id = toNumber(values['id']);
  if (table === 'event') yield* readEvent(known, values);
  else if (table === 'run') known.days.set(id, toText(values['day']).slice(0, 10));
  else if (table === 'google_target') known.targets.set(id, toDomain(values));
  else if (table === 'google_serp') yield* learnPage(known, values);
  else {
    known.searches.set(id, toSearch(values));
  }
}

/** A note of people beside a day. */
function* readEvent({ notes }: Known, values: Values): Generator<Reading> {
  notes.count += 1;
  const read = readDay(toText(values['day']).slice(0, 10), 'ymd');
  const text = [values['title'], values['description']].map((part) => toText(part ?? null).trim()).filter((part) => part !== '');
  if (text.length === 0) return;
  if ('problem' in read)
    yield { kind: 'rejected', row: notes.count, reason: read.problem, text: text.join(': ').slice(0, NOTE_LENGTH_MAX) };
  else yield { kind: 'note', row: notes.count, day: read.day, text: text.join(': ').slice(0, NOTE_LENGTH_MAX) };
}

function* learnPage(known: Known, values: Values): Generator<Reading> {
  const run = toNumber(values['run_id']);
  const search = toNumber(values['google_search_id']);
  const { serp } = values;
  const day = toText(values['run_day']).slice(0, 10);
  if (day !== '' && !known.days.has(run)) known.days.set(run, day);
  if (!Buffer.isBuffer(serp)) return;
  try {
    const { urls } = readResultPage(serp);
    known.depths.set(toPageKey(run, search), urls.length);
    const subject = known.searches.get(search);
    const pageDay = known.days.get(run) ?? '';
    if (subject !== undefined && pageDay !== '') yield { kind: 'page', row: (known.pages.count += 1), subject, day: pageDay, urls };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    yield { kind: 'rejected', row: search, reason: error.message, text: `page of run ${run}, search ${search}` };
  }
}

function readRank({ days, searches, targets, depths }: Known, values: Values, row: number, domain: string | null): Reading {
  const run = toNumber(values['run_id']);
  const search = toNumber(values['google_search_id']);
  const subject = searches.get(search);
  const day = days.get(run);
  const text = `run ${run}, search ${search}`;
  if (subject === undefined) return { kind: 'rejected', row, reason: 'The search is not in the backup', text };
  if (day === undefined || day === '') return { kind: 'rejected', row, reason: 'The run is not in the backup', text };
  const host = targets.get(toNumber(values['google_target_id'])) ?? domain;
  if (host === null) return { kind: 'rejected', row, reason: 'The target is a pattern and has no domain', text: subject.keyword };
  return {
    kind: 'point',
    row,
    subject: { ...subject, domain: host },
    day,
    value: toValue(toNumber(values['rank']), depths.get(toPageKey(run, search)) ?? null),
    url: toText(values['url']) === '' ? null : toText(values['url']),
    scale: 'organic',
    quality: 'measured',
  };
}

function toValue(rank: number, depth: number | null): PointValue {
  return rank === NOT_FOUND ? { outcome: 'not_found', depth } : { outcome: 'ranked', position: rank };
}

function toSearch(values: Values): PointSubject {
  const country = toText(values['country']);
  const local = toText(values['local']);
  const language = /(?:^|&)hl=([a-z]{2})/iu.exec(toText(values['custom_parameters']))?.[1];
  return toSubject(toText(values['keyword']), {
    device: toNumber(values['device']) === MOBILE ? 'mobile' : 'desktop',
    country: country === '__' ? null : findCountryCode(country),
    place: local === '' ? null : local,
    languageCode: language?.toLowerCase() ?? null,
    engine: 'google',
  });
}

/** A domain or a sub-domain; a regular expression names none. */
function toDomain(values: Values): string | null {
  const pattern = toText(values['pattern']).trim().toLowerCase();
  return toNumber(values['pattern_type']) > 1 || pattern === '' ? null : pattern.replace(/^\*\./u, '');
}

function toPageKey(run: number, search: number): number {
  return run * SEARCHES_MAX + search;
}

function toText(value: SqlValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toNumber(value: SqlValue | undefined): number {
  return typeof value === 'string' ? Number(value) : 0;
}
