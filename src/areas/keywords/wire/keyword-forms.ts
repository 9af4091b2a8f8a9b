import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import type { BodyForms } from '#http/endpoint.ts';
import { fillFrom, idField, listField } from '#http/fields.ts';

/** A keyword in a request: both spellings are accepted, and `keyword_text` wins. */
const withKeywordText = fillFrom('keyword_text', ['keyword']);

/**
 * A request about keywords in its three forms: one keyword, a batch whose entries name their projects, or a
 * batch of one project. What stands beside `keywords` holds for all of them.
 * @param options what can stand beside `keywords`
 * @param entry a keyword with the options of its own
 */
export function keywordForms<Options extends z.core.$ZodLooseShape, Entry extends z.core.$ZodLooseShape>(
  options: z.ZodObject<Options>,
  entry: z.ZodObject<Entry>,
  max: number,
) {
  const dryRun = { dry_run: dryRunField() };
  const listOf = <Item extends z.ZodType>(item: Item) => listField(z.preprocess(withKeywordText, item), { min: 1, max });
  return {
    forms: {
      single: z.preprocess(withKeywordText, entry.extend({ project_id: idField(), ...dryRun })),
      batch: options.extend({ keywords: listOf(entry.extend({ project_id: idField() })), ...dryRun }),
      project_batch: options.extend({
        project_id: idField(),
        keywords: listOf(entry.extend({ project_id: idField().optional() })),
        ...dryRun,
      }),
    },
    choose: (raw: unknown) => {
      const { keywords, project_id: projectId } = (raw ?? {}) as Readonly<Record<string, unknown>>;
      if (keywords === undefined) return 'single';
      return projectId === undefined ? 'batch' : 'project_batch';
    },
  } satisfies BodyForms;
}

/** What any form of a request is after parsing. */
export type FormsOutput<Body extends BodyForms> = z.output<Body['forms'][keyof Body['forms']]>;
