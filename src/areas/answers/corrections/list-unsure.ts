import { getProject } from '#areas/projects/index.ts';
import { readCountedPage, type Page } from '#kernel/lists.ts';
import { toLine } from '#kernel/text.ts';
import type { AnswerBrand } from '../brands/brand.ts';
import { getSample } from '../reading/get-sample.ts';
import { listBrands } from '../store/brands.ts';
import type { AnswerSample } from '../store/samples.ts';
import { listUnsureNames } from './analytics.ts';
import { SENTENCE_LENGTH_MAX, type CorrectionContext } from './correct-mention.ts';
import type { RequestContext } from '#context';

/** A name that is perhaps the common word. */
export interface UnsureName {
  readonly sample: AnswerSample;
  readonly brand: AnswerBrand;
  readonly prompt: string;
  /** As it stands in the answer, and the sentence around it; null: the answer is not kept any more, and can not be decided. */
  readonly written: string | null;
  readonly sentence: string | null;
}

/**
 * Names without a second witness, for a person to say whether the brand is meant; newest answers first. What was decided while answers are
 * read again is left out of the page.
 * @throws AppError `Project not found`
 */
export async function listUnsure(
  ctx: CorrectionContext & Pick<RequestContext, 'clickhouse'>,
  projectId: string,
  page: Page,
): Promise<{ readonly names: readonly UnsureName[]; readonly total: number }> {
  await getProject(ctx, projectId);
  const brands = new Map((await listBrands(ctx.postgres, projectId)).map((brand) => [brand.id, brand]));
  await ctx.outbox.tryFlush();
  const question = { projectId, brandIds: [...brands.keys()] };
  const { rows, total } = await readCountedPage(page, (part) => listUnsureNames(ctx.clickhouse, question, part));
  const names: UnsureName[] = [];
  // One after the other: each answer is unpacked whole.
  for (const { sample_id: sampleId, brand_id: brandId } of rows) {
    const { sample, prompt, answer, mentions } = await getSample(ctx, sampleId);
    const brand = brands.get(brandId) as AnswerBrand;
    const mention = mentions.find((one) => one.brandId === brandId);
    if (answer === undefined) names.push({ sample, brand, prompt, written: null, sentence: null });
    if (answer === undefined || mention?.kind !== 'unsure') continue;
    const cut = ({ from, to }: { readonly from: number; readonly to: number }): string =>
      toLine((answer.markdown ?? '').slice(from, to), SENTENCE_LENGTH_MAX);
    names.push({ sample, brand, prompt, written: cut(mention.spans[0] ?? mention.sentence), sentence: cut(mention.sentence) });
  }
  return { names, total };
}
