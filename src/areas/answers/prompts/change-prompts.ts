import { createHash } from 'node:crypto';
import {
  assertNotArchived,
  DEFAULT_LANGUAGE_CODE,
  DEFAULT_LOCATION_CODE,
  getProject,
  isLanguageCode,
  isLocationCode,
  type ProjectReader,
} from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Page } from '#kernel/lists.ts';
import { findPlan } from '../store/plans.ts';
import {
  endPrompt,
  findPrompt,
  insertPrompts,
  listKnownHashes,
  lockAndCountPrompts,
  promptList,
  type AnswerPrompt,
} from '../store/prompts.ts';
import { findLongPrompts, refuseLongPrompts } from './prompt-lengths.ts';

/** Of one project, at once, and with those that were asked before. */
const PROMPTS_MAX = 2_000;
const KEPT_MAX = 20_000;

type PromptContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>;

export interface PromptInput {
  readonly text: string;
  readonly topic?: string | undefined;
  readonly tags: readonly string[];
}

export interface NewPrompts {
  readonly projectId: string;
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
  readonly prompts: readonly PromptInput[];
  readonly isDryRun: boolean;
}

export interface AddedPrompts {
  readonly prompts: readonly AnswerPrompt[];
  /** Asked by the project already, or named twice. */
  readonly known: number;
}

/**
 * Adds prompts; those that the project asks already stay as they are. A dry run says what would become of them.
 * @throws AppError 400 for a place or language that there is not, or a prompt that is too long for a surface of the plan, `Project not found`, 409 beyond 2,000 prompts or when it is archived
 */
export async function addPrompts(ctx: PromptContext, { projectId, prompts, isDryRun, ...market }: NewPrompts): Promise<AddedPrompts> {
  assertNotArchived(await getProject(ctx, projectId));
  const { locationCode = DEFAULT_LOCATION_CODE, languageCode = DEFAULT_LANGUAGE_CODE } = market;
  assertMarket(locationCode, languageCode);
  const createdAt = ctx.clock.now();
  const wanted = prompts.map(({ text, topic = null, tags }): AnswerPrompt => {
    const shown = text.trim();
    const textHash = hashText(shown);
    return { id: newId('prm_'), projectId, text: shown, textHash, locationCode, languageCode, topic, tags, createdAt, endedAt: null };
  });
  const unique = [...Map.groupBy(wanted, ({ textHash }) => textHash).values()].flatMap(([first]) => first ?? []);
  const made = await ctx.postgres.transaction(async (tx) => {
    const count = await lockAndCountPrompts(tx, projectId);
    const { surfaces = [] } = (await findPlan(tx, projectId)) ?? {};
    const long = findLongPrompts(
      surfaces,
      prompts.map(({ text }, at) => ({ path: `prompts.${at}.text`, prompt: { text: text.trim() } })),
    );
    if (long.length > 0) throw refuseLongPrompts(surfaces, long);
    const known = await listKnownHashes(tx, { projectId, locationCode, languageCode });
    const fresh = unique.filter(({ textHash }) => !known.has(textHash));
    if (count.asked + fresh.length > PROMPTS_MAX || count.all + fresh.length > KEPT_MAX)
      throw new AppError('conflict', 'Too many prompts', {
        message: `A project asks at most ${PROMPTS_MAX} prompts, and keeps ${KEPT_MAX}; it asks ${count.asked} and keeps ${count.all}.`,
      });
    return isDryRun ? fresh : await insertPrompts(tx, fresh);
  });
  return { prompts: made, known: wanted.length - made.length };
}

/** Newest first. @throws AppError `Project not found` */
export async function listPrompts(
  ctx: PromptContext,
  filter: { readonly projectId: string; readonly isEnded: boolean; readonly search: string },
  page: Page,
): Promise<{ rows: AnswerPrompt[]; total: number }> {
  await getProject(ctx, filter.projectId);
  return await promptList.read(ctx.postgres, filter, page);
}

/** @throws AppError `Prompt not found`, also for another's */
export async function getPrompt(ctx: PromptContext, promptId: string): Promise<AnswerPrompt> {
  const prompt = await findPrompt(ctx.postgres, promptId);
  if (prompt === undefined) throw notFound('Prompt');
  await getProject(ctx, prompt.projectId).catch(() => {
    throw notFound('Prompt');
  });
  return prompt;
}

/** Asks it no more; what was answered stays. @throws AppError as above */
export async function removePrompt(ctx: PromptContext, promptId: string): Promise<AnswerPrompt> {
  const prompt = await getPrompt(ctx, promptId);
  await endPrompt(ctx.postgres, promptId, ctx.clock.now());
  return prompt;
}

/** Case and doubled blanks make no other prompt. */
export function hashText(text: string): string {
  return createHash('sha256').update(text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ')).digest('hex');
}

/** @throws AppError 400 for a place or language that there is not */
export function assertMarket(locationCode: number, languageCode: string): void {
  const problems = [
    ...(isLocationCode(locationCode) ? [] : [{ path: 'location_code', message: 'is no location that is known' }]),
    ...(isLanguageCode(languageCode) ? [] : [{ path: 'language_code', message: 'is no language that is known' }]),
  ];
  if (problems.length > 0) throw invalid(problems);
}
