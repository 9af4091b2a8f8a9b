import { listAlertsOfPeriod, type AlertsOfPeriod } from '#areas/alerts/index.ts';
import { listUndeliveredNotices } from '#areas/channels/index.ts';
import { readOverview, type OverviewBody } from '#areas/overview/index.ts';
import { listProjectsOfDigest } from '../store/projects.ts';
import { listAnnotations, type Annotation } from '#areas/views/index.ts';
import type { AppContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { canSeeProject, type Caller } from '#http/caller.ts';
import { ANONYMOUS } from '#http/auth.ts';
import type { Digest, Period } from '../digest.ts';

const ANNOTATIONS_MAX = 100;

export type ContentContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'config' | 'searchData'>;

/** What is known of one project for a period; what a reader is not shown is left out later. */
export interface ProjectContent {
  readonly id: string;
  readonly organizationId: string;
  readonly overview: OverviewBody;
  readonly annotations: readonly Annotation[];
  readonly alerts: AlertsOfPeriod;
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
    contents.push({ id, organizationId: digest.organizationId, overview, annotations, alerts });
  }
  return contents;
}

/** A message that a channel did not get. */
export interface Undelivered {
  readonly projectId: string | null;
  readonly title: string;
  readonly at: Date;
  readonly isOfMoney: boolean;
}

/** What channels did not get of the messages of a period; a day later, when it is known of all of them. */
export async function listUndelivered(
  { postgres }: Pick<ContentContext, 'postgres'>,
  { organizationId, projectIds }: Digest,
  { from, to }: Period,
): Promise<Undelivered[]> {
  const span = { from: new Date(`${addDays(from, -1)}T00:00:00Z`), to: new Date(`${to}T00:00:00Z`) };
  return (await listUndeliveredNotices(postgres, { organizationId, projectIds, ...span })).map(({ projectId, title, body, at }) => ({
    projectId,
    title,
    at,
    isOfMoney: (body['rule'] as { readonly event?: string } | undefined)?.event === 'budget',
  }));
}

/** Of these, what a caller may see. */
export function takeVisible(contents: readonly ProjectContent[], caller: Caller): ProjectContent[] {
  return contents.filter((content) => canSeeProject(caller, content));
}

/** Nothing moved in a period that was measured, and no rule said anything: no keyword, and no check failed or is missing. */
export function isQuiet({ overview, alerts }: ProjectContent): boolean {
  const { up, down, new: found, lost } = overview.moves.counts;
  const isMeasured = overview.outcomes.tracked === 0 || overview.days.every(({ keywords, failed }) => keywords > 0 && failed === 0);
  return up + down + found + lost + alerts.total === 0 && isMeasured && overview.outcomes.failed === 0;
}
