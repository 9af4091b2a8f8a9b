import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays, listDays, countDaysBetween } from '#kernel/days.ts';
import { sumUsd } from '#kernel/money.ts';
import { toMonday, toWeekKey, WEEK_DAYS } from '#kernel/weeks.ts';
import type { SpendScope } from '#providers/metering.ts';
import { enqueueReferringClassification } from '../classification-queue/enqueue-referring-classification.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { ingestBacklinks } from './ingest-backlinks.ts';
import { ingestReferringDomains } from './ingest-referring-domains.ts';
import { findLinkLook, replaceChangeDays, upsertLook, type ChangeDay, type LinkLook } from './store/looks.ts';
import { listUnclassified } from './store/referring-domains.ts';

/** The first look covers the present week and so many before it: what is shown by default is in it. */
const FIRST_WEEKS = 5;
/** After a longer break the days before are left unknown. */
const DAYS_MAX = 365;
/** Links that came or went and are stored by name, the strongest first: as many as an onboarding stores by default. */
const LISTED_MAX = 100;

const SOURCE_ENDPOINT = 'backlinks/backlinks/live';

type LookContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'workflows'>;

export interface LookAsking {
  readonly domain: KnownDomain;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/** What the provider's counts say. */
export interface SeenChanges {
  /** The first day whose changes are known once this look has ended. */
  readonly knownFrom: string;
  /** The first day that was asked for, and those that something happened on; null: the provider does not know the domain. */
  readonly from: string;
  readonly days: readonly ChangeDay[] | null;
  /** When the provider was asked, ISO 8601. */
  readonly until: string;
  readonly costUsd: number;
  /** False: the present week has its look, and nothing was asked. */
  readonly isDue: boolean;
}

/**
 * What came and went on each day since the last look, as the provider counts it over the whole profile: one call. The
 * day of the last look is asked for again, because it had not ended.
 * @throws OutsideError, BudgetExceededError
 */
export async function fetchChangeDays(ctx: LookContext, { domain, scope, signal }: LookAsking): Promise<SeenChanges> {
  const now = ctx.clock.now();
  const today = toDay(now);
  const look = await findLinkLook(ctx.postgres, domain.id);
  const span = { ...toSpan(look, today), until: now.toISOString(), isDue: true };
  if (look?.lookedUntil && toWeekKey(toDay(look.lookedUntil)) >= toWeekKey(today)) return { ...span, days: [], costUsd: 0, isDue: false };
  const request = { target: domain.domain, from: span.from, until: today, period: 'day' } as const;
  const { value, costUsd } = await ctx.searchData.fetchLinkChanges(request, scope, signal);
  if (value === null) return { ...span, days: null, costUsd };
  const found = new Map(value.map(({ startsOn: day, ...counts }) => [day, { day, ...counts }]));
  // A day that did not come is not known.
  const days = listDays(span.from, today).map((day) => found.get(day) ?? { day, ...UNKNOWN });
  return { ...span, days: days.filter(hasChange), costUsd };
}

const UNKNOWN = { newBacklinks: null, lostBacklinks: null, newReferringDomains: null, lostReferringDomains: null };

function toSpan(look: Pick<LinkLook, 'lookedFrom' | 'lookedUntil'> | undefined, today: string): Pick<SeenChanges, 'from' | 'knownFrom'> {
  const first = addDays(toMonday(today), -WEEK_DAYS * FIRST_WEEKS);
  const { lookedFrom = null, lookedUntil = null } = look ?? {};
  if (lookedFrom === null || lookedUntil === null) return { from: first, knownFrom: first };
  const last = toDay(lookedUntil);
  // A clock that was set back has not looked at these days.
  if (last > today) return { from: first, knownFrom: first };
  const earliest = addDays(today, -DAYS_MAX);
  return last < earliest ? { from: earliest, knownFrom: earliest } : { from: last, knownFrom: lookedFrom };
}

function hasChange({ day: _day, ...counts }: ChangeDay): boolean {
  return Object.values(counts).some((count) => count !== 0);
}

/** Whether links, or domains, came or went; what is not known may have. */
export function hasChanged({ days }: SeenChanges, of: 'Backlinks' | 'ReferringDomains'): boolean {
  return (days ?? []).some((day) => day[`new${of}`] !== 0 || day[`lost${of}`] !== 0);
}

/**
 * The strongest links that came or went since a day, from the provider's list.
 * @returns what it cost
 * @throws OutsideError, BudgetExceededError
 */
export async function fetchChangedLinks(ctx: LookContext, asking: LookAsking, from: string): Promise<number> {
  const { domain, scope, signal } = asking;
  const request = { target: domain.domain, status: 'all', since: toInstant(from), limit: LISTED_MAX } as const;
  const { rows, costUsd } = await ctx.searchData.fetchBacklinks(request, scope, signal);
  await ctx.postgres.transaction((tx) => ingestBacklinks(tx, { domain, rows, now: ctx.clock.now(), sourceEndpoint: SOURCE_ENDPOINT }));
  return costUsd;
}

/**
 * The strongest domains that began or ceased to link since a day; the classification of new ones is asked for.
 * @returns what it cost
 * @throws OutsideError, BudgetExceededError
 */
export async function fetchChangedDomains(
  ctx: LookContext,
  asking: LookAsking & { readonly runId: string },
  from: string,
): Promise<number> {
  const { domain, scope, signal, runId } = asking;
  const request = { target: domain.domain, status: 'all', since: toInstant(from), limit: LISTED_MAX } as const;
  const { rows, costUsd } = await ctx.searchData.fetchReferringDomains(request, scope, signal);
  await ctx.postgres.transaction(async (tx) => {
    const now = ctx.clock.now();
    await ingestReferringDomains(tx, { domain, rows, now });
    const names = await listUnclassified(tx, domain.id, { storedAt: now, limit: rows.length });
    await enqueueReferringClassification(ctx, tx, { runId, domain, names });
  });
  return costUsd;
}

function toInstant(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Ends a look: what its days had, and how far is looked now. @param costUsd of all its calls */
export async function keepLook(
  { postgres }: Pick<LookContext, 'postgres'>,
  { domain, seen, costUsd }: { readonly domain: KnownDomain; readonly seen: SeenChanges; readonly costUsd: number },
): Promise<void> {
  await postgres.transaction(async (tx) => {
    await replaceChangeDays(tx, { domainId: domain.id, from: seen.from, days: seen.days ?? [] });
    await upsertLook(tx, { domainId: domain.id, from: seen.knownFrom, until: new Date(seen.until), costUsd });
  });
}

/** How many calls a look makes at most, and their price in USD. @param look the last one */
export function estimateLook(
  { searchData, clock }: Pick<LookContext, 'searchData' | 'clock'>,
  look: Pick<LinkLook, 'lookedFrom' | 'lookedUntil'> | undefined,
): { readonly calls: number; readonly costUsd: number } {
  const today = toDay(clock.now());
  const days = countDaysBetween(toSpan(look, today).from, today) + 1;
  const each = [
    searchData.estimateLinkCallUsd('changes', days),
    searchData.estimateLinkCallUsd('backlinks', LISTED_MAX),
    searchData.estimateLinkCallUsd('referring_domains', LISTED_MAX),
  ];
  return { calls: each.length, costUsd: sumUsd(each) };
}
