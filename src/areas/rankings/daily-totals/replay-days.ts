import { addDays, listDays } from '#kernel/days.ts';
import { makeDayTotals, type DayTotalsBuilder, type DayTotalsByPage } from './totals.ts';

/** The outcome of a check for one keyword and site. */
export interface DayOutcome extends Pick<
  DayTotalsByPage,
  'engine' | 'channel' | 'device' | 'locationCode' | 'domain' | 'assetId' | 'relationship'
> {
  readonly keywordId: string;
  /** The day of the check. */
  readonly date: string;
  readonly isFailed: boolean;
  /** Null: not found. */
  readonly position: number | null;
  /** At the last good check of an earlier date; null: not found, or none. */
  readonly previous: number | null;
  /** For how many days it is valid when no other follows. */
  readonly validityDays: number;
  /** Of several outcomes of a date the greatest counts. */
  readonly order: string;
}

/** The search volume of a keyword, known from a day on. */
export interface KnownVolume {
  readonly keywordId: string;
  readonly day: string;
  readonly volume: number;
}

/** A keyword that is no longer tracked. */
export interface EndedKeyword {
  /** Keyword id, engine and channel, with spaces between. */
  readonly page: string;
  /** The first day without it. */
  readonly day: string;
}

export interface ReplayInput {
  /** The last good outcome of each keyword and site before the first day. */
  readonly standing: readonly DayOutcome[];
  /** All outcomes of the days, by date. */
  readonly outcomes: readonly DayOutcome[];
  readonly volumes: readonly KnownVolume[];
}

export interface Days {
  readonly from: string;
  readonly to: string;
  readonly ended: readonly EndedKeyword[];
}

/** What is known of a site on a page on one day. */
interface Standing {
  readonly outcome: DayOutcome;
  /** The first day on which it is no longer known. */
  readonly until: string;
}

/**
 * Goes through days one by one and adds up the outcomes that are valid on each. An outcome is valid from the
 * day of its check until the next good check, until its validity ends, or until its keyword is no longer
 * tracked. Of several checks of a date the last good one counts. A failure ends nothing and is counted only
 * where no check of the date was good. Domain '' is the best own site of each keyword.
 * @returns days and sites on which something is known or failed
 */
export function replayDays({ from, to, ended }: Days, { standing, outcomes, volumes }: ReplayInput): DayTotalsByPage[] {
  const endOf = new Map(ended.map(({ page, day }) => [page, day]));
  const pages = new Map<string, Map<string, Standing>>();
  const volumeOf = new Map<string, number>();
  const outcomesByDay = Map.groupBy(outcomes, ({ date }) => date);
  const volumesByDay = Map.groupBy(volumes, ({ day }) => day);

  const stand = (outcome: DayOutcome): void => {
    const page = toPage(outcome);
    const sites = pages.get(page) ?? new Map<string, Standing>();
    pages.set(page, sites.set(outcome.domain, { outcome, until: earlier(addDays(outcome.date, outcome.validityDays), endOf.get(page)) }));
  };
  for (const outcome of standing) stand(outcome);

  return listDays(from, to).flatMap((day) => {
    for (const { keywordId, volume } of volumesByDay.get(day) ?? []) volumeOf.set(keywordId, volume);
    const { good, failed } = pickOfDay(outcomesByDay.get(day) ?? []);
    for (const outcome of good) stand(outcome);
    const totals = makeDayTotals(day);
    for (const sites of pages.values()) {
      const known = [...sites.values()].filter(({ until }) => day < until).map(({ outcome }) => outcome);
      addPage(totals, known, { day, volumeOf });
    }
    addFailures(totals, failed);
    return totals.list();
  });
}

function toPage({ keywordId, engine, channel }: DayOutcome): string {
  return `${keywordId} ${engine} ${channel}`;
}

function earlier(day: string, other: string | undefined): string {
  return other === undefined || day < other ? day : other;
}

/** The outcomes that count for a day: of each site the last good one, or the failure when all failed. */
function pickOfDay(outcomes: readonly DayOutcome[]): { good: DayOutcome[]; failed: DayOutcome[] } {
  const picked = new Map<string, DayOutcome>();
  for (const outcome of outcomes) {
    const key = `${toPage(outcome)} ${outcome.domain}`;
    const known = picked.get(key);
    if (known === undefined || isBetter(outcome, known)) picked.set(key, outcome);
  }
  const all = [...picked.values()];
  return { good: all.filter(({ isFailed }) => !isFailed), failed: all.filter(({ isFailed }) => isFailed) };
}

function isBetter(one: DayOutcome, other: DayOutcome): boolean {
  return one.isFailed === other.isFailed ? one.order > other.order : other.isFailed;
}

function addPage(
  totals: DayTotalsBuilder,
  known: readonly DayOutcome[],
  { day, volumeOf }: { readonly day: string; readonly volumeOf: ReadonlyMap<string, number> },
): void {
  for (const outcome of known) totals.add(outcome, volumeOf.get(outcome.keywordId));
  const own = known.filter(({ relationship }) => relationship === 'MINE');
  const [first] = own;
  if (first !== undefined)
    totals.add(own.length === 1 ? { ...first, domain: '', assetId: '' } : toBest(own, day), volumeOf.get(first.keywordId));
}

/** The best own site of a page; it was checked on the day when one of them was. */
function toBest(own: readonly DayOutcome[], day: string): DayOutcome {
  const checked = own.filter(({ date }) => date === day);
  const [first] = checked.length > 0 ? checked : own;
  return {
    ...(first as DayOutcome),
    domain: '',
    assetId: '',
    position: smallest(own.map(({ position }) => position)),
    previous: smallest(checked.map(({ previous }) => previous)),
  };
}

function smallest(places: readonly (number | null)[]): number | null {
  const known = places.filter((place) => place !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function addFailures(totals: DayTotalsBuilder, failed: readonly DayOutcome[]): void {
  for (const outcome of failed) totals.addFailure(outcome);
  const own = failed.filter(({ relationship }) => relationship === 'MINE').map((outcome) => ({ ...outcome, domain: '', assetId: '' }));
  for (const outcome of new Map(own.map((one) => [toPage(one), one])).values()) totals.addFailure(outcome);
}
