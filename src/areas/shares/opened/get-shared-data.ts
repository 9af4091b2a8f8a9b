import { toDueDate } from '#areas/keywords/index.ts';
import { getProject } from '#areas/projects/index.ts';
import { listAnnotations, listEngineUpdates, type Annotation, type EngineUpdate } from '#areas/views/index.ts';
import type { AppContext, RequestContext } from '#context';
import { ANONYMOUS } from '#http/auth.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { SECTIONS } from '../sections/index.ts';
import type { Section, SectionContext, SectionQuestion } from '../sections/section.ts';
import type { Share } from '../share.ts';
import { openShare, type ShareReader } from './open-share.ts';
import { chooseSpan, toAllowedDays, toComparedSpan, type AllowedDays, type Span } from './shown-span.ts';
import { readShareSummary } from '../sections/summary.ts';

const ANNOTATIONS_MAX = 500;
/** What is written at a keyword may be about one that the share does not show. */
const ANNOTATION_SCOPES = ['instance', 'project', 'asset'] as const;

export type DataReader = ShareReader & Pick<AppContext, 'clickhouse' | 'outbox'> & Pick<RequestContext, 'postgres'>;

export interface SharedQuestion {
  readonly section: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface SharedData {
  readonly share: Share;
  readonly section: Section;
  readonly span: Span;
  readonly compared: Compared | null;
  readonly annotations: readonly Annotation[];
  /** Updates of the engine that the share is about, or of each. */
  readonly updates: readonly EngineUpdate[];
  /** As the schema of the section says. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * One section of a share over days that it allows. Project and filter are those of the share; the reader
 * names nothing but the section and days.
 * @throws AppError `Share not found`; 403 while its password is to be given; 404 for a section that it does not show;
 *   400 for days outside
 */
export async function getSharedData(ctx: DataReader, token: string, asked: SharedQuestion): Promise<SharedData> {
  const { share, needsPassword } = await openShare(ctx, token);
  if (needsPassword) throw new AppError('forbidden', 'Forbidden', { message: 'The password of the share is needed.' });
  const section = SECTIONS.find(({ name }) => name === asked.section && share.sections.includes(name));
  if (section === undefined) throw notFound('Section');
  const scope: SectionContext = { ...ctx, caller: toReaderOf(share) };
  const { allowed, today } = await getAllowedDays(scope, share);
  const span = chooseSpan(allowed, asked);
  const { projectId, filter } = share;
  const compared = await chooseCompared(scope, { projectId, filter, span }, toComparedSpan(span, share.compare));
  const [body, annotations] = await Promise.all([
    section.load(scope, { projectId, filter, span, today, compared }),
    share.showAnnotations ? listShown(scope, projectId, span) : [],
  ]);
  const updates = share.showAnnotations ? listEngineUpdates(span).filter(({ engine }) => (filter.engine ?? engine) === engine) : [];
  return { share, section, span, compared, annotations, updates, body };
}

/** The days that readers of a share may see, in the time zone of its project. */
export async function getAllowedDays(
  { postgres, clock }: Pick<SectionContext, 'postgres' | 'clock'>,
  share: Share,
): Promise<{ today: string; allowed: AllowedDays; timeZone: string }> {
  const { timeZone } = await getProject({ postgres, caller: toReaderOf(share) }, share.projectId);
  const today = toDueDate(clock.now(), timeZone);
  return { today, allowed: toAllowedDays(share, today), timeZone };
}

async function listShown(ctx: SectionContext, projectId: string, span: Span): Promise<Annotation[]> {
  const asked = { projectId, scopes: ANNOTATION_SCOPES, onShares: true, ...span };
  return (await listAnnotations(ctx, asked, { limit: ANNOTATIONS_MAX, offset: 0 })).annotations;
}

/** A caller who sees one project and has no scope. */
function toReaderOf({ projectId }: Share): SectionContext['caller'] {
  return { ...ANONYMOUS, projectIds: [projectId] };
}

/** The days that those shown are compared with. */
interface Compared extends Span {
  /** Nothing is known of the days that the share asks for: it is the first known day of those that are shown. */
  readonly isFirstKnown: boolean;
}

/** What is compared with, as long as anything is known of it; else the first known day, so that a young project has changes too. */
async function chooseCompared(
  ctx: SectionContext,
  { projectId, filter, span }: Omit<SectionQuestion, 'compared' | 'today'>,
  asked: Span | null,
): Promise<Compared | null> {
  if (asked === null) return null;
  const { days } = await readShareSummary(ctx, { projectId, filter }, { from: asked.from, to: span.to });
  const known = days.filter(({ own }) => (own?.keywords ?? 0) > 0).map(({ day }) => day);
  const first = known.find((day) => day >= span.from);
  const isFirstKnown = first !== undefined && first !== known.at(-1) && !known.some((day) => day <= asked.to);
  return isFirstKnown ? { from: first, to: first, isFirstKnown } : { ...asked, isFirstKnown: false };
}
