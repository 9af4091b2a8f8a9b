import { listTrackingProjectsOf, type TrackingProject } from '#areas/keywords/index.ts';
import type { AnswerReader, Judgement, Queued, QuestionContext } from '#purchases/index.ts';
import type { QueuedSerpAnswer } from '#providers/search-data/index.ts';
import { toQueryId, toSerpRequest, type SerpCheck } from '../check.ts';
import { assertDepthKnown } from '../ingest/decide-outcome.ts';
import { prepareIngest, type PreparedPage } from '../ingest/ingest-serp.ts';
import { isEnough, parseSerpPage } from '../runs/parse-serp-page.ts';
import { toRunId } from './run-id.ts';

type Page = Queued<SerpCheck>;

/** Reads queued pages as the rows that follow from them for the projects that track their keywords. */
export async function makeQueuedPageReader(
  ctx: QuestionContext,
  pages: readonly Page[],
): Promise<AnswerReader<SerpCheck, PreparedPage, QueuedSerpAnswer>> {
  const projects = await listTrackingProjectsOf(
    ctx.postgres,
    pages.map(({ asked }) => asked),
  );
  return {
    parse: (body, { asked, readDepth }) => ctx.searchData.readSerpAnswer(body, toSerpRequest(asked, readDepth)),
    judge: (answer, page, isNewest) => judge(ctx, answer, { page, isNewest, projects: projects.get(toQueryId(page.asked)) ?? [] }),
  };
}

interface Post {
  readonly page: Page;
  readonly isNewest: boolean;
  readonly projects: readonly TrackingProject[];
}

function judge(ctx: QuestionContext, answer: QueuedSerpAnswer, { page, isNewest, projects }: Post): Judgement<PreparedPage> {
  const { asked: check, readDepth } = page;
  assertDepthKnown(answer);
  // An earlier post of the round may have read less deep.
  const depth = isNewest ? readDepth : Math.min(readDepth, answer.checkedDepth);
  if (isEnough(check, answer, depth)) return { kind: 'read', read: prepare(ctx, page, { answer, depth }, projects) };
  return isNewest ? { kind: 'again', error: undefined, depth: check.depth } : { kind: 'repeated' };
}

/** The page as a run of its check, of the day that it was posted on. */
function prepare(
  ctx: Pick<QuestionContext, 'clock'>,
  page: Page,
  read: { readonly answer: QueuedSerpAnswer; readonly depth: number },
  projects: readonly TrackingProject[],
): PreparedPage {
  const parsed = parseSerpPage(page.asked, read, {
    id: toRunId(page),
    projectId: page.projectIds[0] ?? null,
    workflowId: page.dispatchId,
    costUsd: page.costUsd,
    checkTs: page.postedAt,
    fetchedAt: new Date(ctx.clock.realNow()),
  });
  return prepareIngest({ check: page.asked, page: parsed }, projects);
}
