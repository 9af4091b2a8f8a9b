import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, messageOf } from '#kernel/errors.ts';
import { toGroups } from '#kernel/lists.ts';
import { SearchConsoleFault, type Inspection } from '#providers/search-console/index.ts';
import { findBound } from '../binding/bind-project.ts';
import { getSource, refusedBy, type Source } from '../connections/open-source.ts';
import { toTrouble, withFreshToken } from '../connections/test-connection.ts';
import { toPacificDay } from '../sync/pacific.ts';
import { countUsed, giveBack, reserve } from './store.ts';

/** That Google answers for a property on a Pacific day. */
export const QUOTA_A_DAY = 2_000;
const AT_ONCE = 5;

type InspectContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'secrets' | 'searchConsole' | 'signal'>;

/** What Google's index says of an address, or why that is not known. */
export interface Inspected {
  readonly url: string;
  readonly inspection: Inspection | undefined;
  readonly error: string | undefined;
}

/** How many addresses Google may still be asked about today. @throws AppError 404; 409 for a project that reads no property */
export async function getQuota(ctx: InspectContext, projectId: string): Promise<{ readonly propertyId: string; readonly left: number }> {
  const bound = await findBound(ctx, projectId);
  if (bound === undefined)
    throw new AppError('conflict', 'No Search Console property', {
      message: 'The project reads no Search Console property.',
      hint: 'Bind it to one: PUT /api/projects/{project_id}/search-console.',
    });
  const { id: propertyId } = bound.property;
  const used = await countUsed(ctx.postgres, propertyId, toPacificDay(ctx.clock.now()));
  return { propertyId, left: Math.max(0, QUOTA_A_DAY - used) };
}

/**
 * Asks Google's index about addresses of the property; what was not asked is not counted.
 * @throws AppError 404, 409 with a cause and a step when Google refuses, 429 beyond the day's quota
 */
export async function inspectUrls(
  ctx: InspectContext,
  projectId: string,
  urls: readonly string[],
): Promise<{ readonly results: Inspected[]; readonly left: number }> {
  const { propertyId } = await getQuota(ctx, projectId);
  const source = await getSource(ctx, propertyId);
  const wanted = [...new Set(urls)];
  const day = toPacificDay(ctx.clock.now());
  if (!(await reserve(ctx.postgres, { propertyId, day, count: wanted.length, max: QUOTA_A_DAY }))) throw await tooMany(ctx, projectId);
  const results: Inspected[] = [];
  try {
    for (const group of toGroups(wanted, AT_ONCE)) results.push(...(await Promise.all(group.map((url) => inspectOne(ctx, source, url)))));
  } finally {
    await giveBack(ctx.postgres, { propertyId, day, count: wanted.length - results.length });
  }
  return { results, left: (await getQuota(ctx, projectId)).left };
}

/** An address that Google does not take fails alone. @throws AppError for a refusal that no other address would escape */
async function inspectOne({ searchConsole, signal }: InspectContext, { credentials, siteUrl }: Source, url: string): Promise<Inspected> {
  try {
    const inspection = await withFreshToken(() => searchConsole.inspect(credentials, siteUrl, url, signal));
    return { url, inspection, error: undefined };
  } catch (error) {
    if (error instanceof SearchConsoleFault && error.fault === 'request_refused')
      return { url, inspection: undefined, error: messageOf(error) };
    const trouble = toTrouble(error);
    throw trouble === undefined ? error : refusedBy(trouble);
  }
}

async function tooMany(ctx: InspectContext, projectId: string): Promise<AppError> {
  const { left } = await getQuota(ctx, projectId);
  return new AppError('rate_limited', 'Inspection quota used up', {
    message: `Google answers ${QUOTA_A_DAY} addresses of a property on a Pacific day; ${left} are left today.`,
    hint: 'Ask for fewer, or tomorrow.',
  });
}
