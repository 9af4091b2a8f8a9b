import { isAboutMoney, listAlertsOfPeriod, type AlertsOfPeriod } from '#areas/alerts/index.ts';
import { listUndeliveredNotices } from '#areas/channels/index.ts';
import { readOverview, type OverviewBody } from '#areas/overview/index.ts';
import { toSendInstant } from '../schedule/next-send.ts';
import { isQuietOfAnswers } from './answers.ts';
import { readShared, type SharedContent } from './read-shared.ts';
import { listProjectsOfDigest } from '../store/projects.ts';
import { listAnnotations, type Annotation } from '#areas/views/index.ts';
import type { AppContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { canSeeProject, type Caller } from '#http/caller.ts';
import { ANONYMOUS } from '#http/auth.ts';
import type { Digest, Period } from '../digest.ts';

const ANNOTATIONS_MAX = 100;

export type ContentContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'config' | 'outbox' | 'searchData'>;

/** What is known of one project for a period; what a reader is not shown is left out later. */
export interface ProjectContent {
  readonly id: string;
  readonly organizationId: string;
  readonly overview: OverviewBody;
  readonly annotations: readonly Annotation[];
  readonly alerts: AlertsOfPeriod;
  readonly shared: SharedContent;
}

/** Everything that a digest can say of a period, project by project. */
export async function readContent(ctx: ContentContext, digest: Digest, period: Period): Promise<ProjectContent[]> {
  const projects = await listProjectsOfDigest(ctx.postgres, digest);
  const contents: ProjectContent[] = [];
  // One after the other: a mail can wait, and screens share the stores with it.
  for (const { id } of projects) {
    const caller: Caller = { ...ANONYMOUS, organizationId: digest.organizationId, projectIds: [id] };
    const [overview, { annotations }, alerts] = await Promise.all([
      readOverview({ ...ctx, caller }, { projectId: id, ...period }),
      listAnnotations({ postgres: ctx.postgres, caller }, { projectId: id, ...period }, { limit: ANNOTATIONS_MAX, offset: 0 }),
      listAlertsOfPeriod(ctx.postgres, id, period),
    ]);
    // Sections of one project alone: several of them are rows.
    const shared = projects.length > 1 ? {} : await readShared({ ...ctx, caller }, toAsked(id, { digest, period, overview }));
    contents.push({ id, organizationId: digest.organizationId, overview, annotations, alerts, shared });
  }
  return contents;
}

/** The chart shows what moved most, if anything did. */
function toAsked(projectId: string, { digest, period, overview }: { digest: Digest; period: Period; overview: OverviewBody }) {
  const { lost, down, new: found, up } = overview.moves;
  const movedIds = [...new Set([...lost, ...down, ...found, ...up].map(({ keyword_id: id }) => id))];
  const due = { after: toSendInstant(digest, period.from), by: toSendInstant(digest, addDays(period.to, 1)) };
  return { projectId, period, due, sections: digest.sections, movedIds };
}

/** A message that a channel did not get. */
export interface Undelivered {
  readonly projectId: string | null;
  readonly title: string;
  readonly at: Date;
  readonly isOfMoney: boolean;
}

/** A channel tries for a day; whether the last try went well is known an hour later. */
const KNOWN_AFTER_MS = DAY_MS + HOUR_MS;

/**
 * What channels did not get within a day, of the messages that the digests before could not know of: from one day and an hour before
 * the last one was due, to the same before this one is.
 */
export async function listUndelivered(
  { postgres }: Pick<ContentContext, 'postgres'>,
  digest: Digest,
  { period, missed }: { readonly period: Period; readonly missed: readonly Period[] },
): Promise<Undelivered[]> {
  const { organizationId, projectIds } = digest;
  const toKnown = (day: string): Date => new Date(toSendInstant(digest, day).getTime() - KNOWN_AFTER_MS);
  const span = { from: toKnown((missed[0] ?? period).from), to: toKnown(addDays(period.to, 1)) };
  return (await listUndeliveredNotices(postgres, { organizationId, projectIds, ...span })).map((notice) => ({
    projectId: notice.projectId,
    title: notice.title,
    at: notice.at,
    isOfMoney: isAboutMoney(notice.body),
  }));
}

/** Of these, what a caller may see. */
export function takeVisible(contents: readonly ProjectContent[], caller: Caller): ProjectContent[] {
  return contents.filter((content) => canSeeProject(caller, content));
}

/** Nothing moved in a period that was measured, and no rule said anything. What failed, was never checked, or is overdue since then was not. */
export function isQuiet({ overview, alerts, shared: { answers } }: ProjectContent): boolean {
  const { moves, outcomes, days, to, next_check_at: next } = overview;
  const { up, down, new: found, lost } = moves.counts;
  const isOverdue = next !== null && next.slice(0, 10) <= to;
  const isMeasured = outcomes.tracked === 0 || days.every(({ keywords, failed }) => keywords > 0 && failed === 0);
  const counted = up + down + found + lost + alerts.total + outcomes.failed + outcomes.pending;
  return counted === 0 && isMeasured && !isOverdue && (answers === undefined || isQuietOfAnswers(answers));
}
