import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { idField, listField, nameField } from '#http/fields.ts';
import { invalid, OutsideError, type BudgetExceededError } from '#kernel/errors.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import type { AskedBeside, Asker } from '../answers/asker.ts';

/** Longer ones are refused one by one, not the whole request. */
const KEYWORD_LENGTH_MAX = 700;

/** A keyword that is asked about. */
export function askedKeywordField() {
  return nameField(KEYWORD_LENGTH_MAX).transform((text) => text.normalize('NFC').replace(/\s+/gu, ' '));
}

/** Keywords that are asked about. */
export function askedKeywordsField(max: number) {
  return listField(askedKeywordField(), { min: 1, max });
}

/** What every request about keywords takes beside them. */
export const BesideFields = {
  project_id: idField().optional().meta({ description: 'It pays, and its default place and language hold.' }),
  location_code: locationCodeField().optional().meta({ description: "The project's default, else 2840." }),
  language_code: languageCodeField().optional().meta({ description: "The project's default, else `en`." }),
  dry_run: dryRunField(),
};

interface BesideBody {
  readonly project_id?: string | undefined;
  readonly location_code?: number | undefined;
  readonly language_code?: string | undefined;
}

export function toAskedBeside(body: BesideBody): AskedBeside {
  return { projectId: body.project_id, locationCode: body.location_code, languageCode: body.language_code };
}

/** What became of each keyword; `skipped`: a budget had no room for it. */
export const OUTCOMES = ['known', 'unknown', 'refused', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const OutcomeFields = {
  keyword: z.string(),
  keyword_text: z.string(),
  status: z.enum(OUTCOMES).meta({ description: '`unknown`: the provider has nothing; `refused`: `error` says why; `skipped`: no budget.' }),
  error: z.string().nullable(),
};

/** What an answer about keywords says of itself. */
export const AnswerFields = {
  success: z.boolean(),
  count: z.int(),
  location_code: z.int(),
  language_code: z.string(),
  cached: z.boolean(),
  cost: z.number(),
};

/** What every answer about keywords begins with. */
export function toAnswerFields(
  count: number,
  { market }: Pick<Asker, 'market'>,
  { isCached, costUsd }: { readonly isCached: boolean; readonly costUsd: number },
) {
  return {
    success: true,
    count,
    location_code: market.locationCode,
    language_code: market.languageCode,
    cached: isCached,
    cost: costUsd,
  };
}

/** Set when a budget had no room for some of the keywords. */
export const SkippedFields = {
  skipped: z.boolean().optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
};

/** Answers about keywords, as they come of a question. */
export interface Answered<Value> {
  readonly byKeyword: ReadonlyMap<string, Value | 'unknown' | 'refused'>;
  readonly refusals: ReadonlyMap<string, string>;
  readonly stoppedBy?: BudgetExceededError | undefined;
}

/**
 * The outcome of each keyword in the order of the request.
 * @throws BudgetExceededError when a budget had no room for any of them
 */
export function toOutcomes<Value extends object>(keywords: readonly string[], { byKeyword, refusals, stoppedBy }: Answered<Value>) {
  if (stoppedBy !== undefined && byKeyword.size === 0) throw stoppedBy;
  return keywords.map((text) => {
    const normalized = normalizeKeyword(text);
    const found = byKeyword.get(normalized);
    const value = typeof found === 'object' ? found : undefined;
    const status: Outcome = typeof found === 'object' ? 'known' : (found ?? 'skipped');
    return { fields: { keyword: text, keyword_text: text, status, error: refusals.get(normalized) ?? null }, value };
  });
}

export function toSkippedFields({ stoppedBy }: Pick<Answered<unknown>, 'stoppedBy'>): z.input<z.ZodObject<typeof SkippedFields>> {
  return stoppedBy === undefined ? {} : { skipped: true, reason: 'budget_exceeded', message: stoppedBy.message };
}

/** A category of the provider; unknown numbers stay, without a name. */
export const CategoryBody = z
  .object({ id: z.int(), name: z.string().nullable(), path: z.string().nullable() })
  .meta({ id: 'CategoryOfKeyword' });

export function toCategoryBodies(ids: readonly number[]): z.input<typeof CategoryBody>[] {
  return ids.map((id) => {
    const category = findProviderCategory(id);
    return { id, name: category?.name ?? null, path: category?.path ?? null };
  });
}

/** What the provider refuses about a field of the request is the request's own fault: 400. */
export async function refusedAsInvalid<Result>(path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OutsideError) || error.kind !== 'request_refused') throw error;
    throw invalid([{ path, message: `is not taken by the provider (${error.message})` }]);
  }
}
