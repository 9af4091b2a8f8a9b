import type { SourceFile } from '../opening/source-file.ts';
import type { Mapping } from '../values/mapping.ts';

/** Things that a position of a file counts: places among organic results, among everything on the page, or what nothing in the file says. */
export const IMPORT_SCALES = ['organic', 'page', 'unknown'] as const;
export type ImportScale = (typeof IMPORT_SCALES)[number];

/** Quality of a point: measured that day; as the other program reported it, which may be a copy of an earlier day; or an estimate of an index. */
export const QUALITIES = ['measured', 'as_reported', 'index'] as const;
export type Quality = (typeof QUALITIES)[number];

/** Finding of a day. `cell` is a text that only the user can say the meaning of. */
export type PointValue =
  | { readonly outcome: 'ranked'; readonly position: number }
  /** `depth` null: to which place was read is not known. */
  | { readonly outcome: 'not_found'; readonly depth: number | null }
  | { readonly outcome: 'unknown' }
  /** `depth`: to which place was read, where the row says it. */
  | { readonly outcome: 'cell'; readonly cell: string; readonly depth?: number };

/** The keyword that is looked at, and its market; null: the file does not say it. */
export interface PointSubject {
  readonly keyword: string;
  /** A host, as the file has it. */
  readonly domain: string | null;
  readonly device: 'desktop' | 'mobile' | null;
  /** Two letters, upper case. */
  readonly country: string | null;
  readonly place: string | null;
  readonly locationCode: number | null;
  readonly languageCode: string | null;
  readonly engine: string | null;
}

/** Things that a reader finds, in the order of the file. `row` counts from 1, as the other program or a spreadsheet would. */
export type Reading =
  | ({ readonly kind: 'point'; readonly row: number; readonly subject: PointSubject } & PointFacts)
  | ({ readonly kind: 'keyword'; readonly row: number; readonly subject: PointSubject } & KeywordFacts)
  | ({ readonly kind: 'page'; readonly row: number; readonly subject: PointSubject } & PageFacts)
  | ({ readonly kind: 'total'; readonly row: number } & TotalFacts)
  | { readonly kind: 'note'; readonly row: number; readonly day: string; readonly text: string }
  | { readonly kind: 'rejected'; readonly row: number; readonly reason: string; readonly text: string };

export interface PointFacts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly value: PointValue;
  readonly url: string | null;
  readonly scale: ImportScale;
  readonly quality: Quality;
}

/** A result page that the other program kept. */
export interface PageFacts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** In the order of their places among organic results, the first one on place 1. */
  readonly urls: readonly string[];
}

/** What Google counted of something in a span of days, as one sum. */
export interface TotalFacts {
  readonly table: 'query' | 'page' | 'day' | 'other';
  readonly name: string;
  readonly clicks: number;
  readonly impressions: number;
  /** Of 1. */
  readonly ctr: number;
  /** An average over impressions. */
  readonly position: number;
}

/** Facts of a keyword beside its days. */
export interface KeywordFacts {
  readonly tags: readonly string[];
  readonly starred: boolean;
  /** Searches a month, as the other program had them; null: it had none, or a range. */
  readonly volume: number | null;
  /** The ends of a range of searches a month; null: there is none. A range is never made into one figure. */
  readonly volumeMin: number | null;
  readonly volumeMax: number | null;
  /** Searches of single months, oldest first; null: the file has none. */
  readonly monthlySearches: readonly MonthSearches[] | null;
  /** The day of these figures, `YYYY-MM-DD`; null: not known. */
  readonly volumeDay: string | null;
}

export interface MonthSearches {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly searches: number;
}

export const NO_FACTS: KeywordFacts = {
  tags: [],
  starred: false,
  volume: null,
  volumeMin: null,
  volumeMax: null,
  monthlySearches: null,
  volumeDay: null,
};

/** Questions that only the user can answer before a file of this kind is committed; fields of `Mapping`. */
export type Question = 'columns' | 'date_order' | 'time_zone' | 'language_code' | 'location_code' | 'device' | 'domain' | 'depth' | 'day';

export interface Detection {
  /** From 0 to 1. */
  readonly sure: number;
  readonly why: string;
  /** Things that are assumed or lack; for the user. */
  readonly notes: readonly string[];
  readonly questions: readonly Question[];
  readonly proposed: Mapping;
  /** Names of the columns of a table, as they stand there. */
  readonly columns?: readonly string[];
}

/** A kind of file that history can come from. */
export interface ImportFormat {
  readonly kind: string;
  /** For people. */
  readonly name: string;
  /** Says whether the file is of this kind, and how surely; undefined: it is not. */
  detect(file: SourceFile): Promise<Detection | undefined>;
  /**
   * In the order of the file, some hundred at a time: a promise for each would cost more than its reading.
   * @throws UnreadableFileError for a file that is broken, cut or hostile
   */
  read(file: SourceFile, mapping: Mapping): AsyncIterable<readonly Reading[]>;
}

/** A subject of which nothing but the keyword is known. */
export function toSubject(keyword: string, known: Partial<PointSubject> = {}): PointSubject {
  return {
    keyword,
    domain: null,
    device: null,
    country: null,
    place: null,
    locationCode: null,
    languageCode: null,
    engine: null,
    ...known,
  };
}
