import { z } from 'zod';
import { integerParam, limitField } from '#http/fields.ts';
import type { BlendResult } from '../corrections/learning/refit-blend.ts';
import type { StartedLearning } from '../corrections/learning/start-learning.ts';
import type { LoadedExamples } from '../similarity/load-examples.ts';
import { KINDS } from '../similarity/example.ts';
import { LEARNING_THRESHOLDS } from '../engine/stage.ts';
import { formatPlural } from '#kernel/text.ts';

const MeasureBody = z.object({
  labels: z.int(),
  right_pct: z.number(),
  calibration_error: z.number().meta({ description: 'Stated against true confidence, in points' }),
});
const MeasuresBody = z.object({ fixed: MeasureBody, corrected: MeasureBody });

const RightBody = z.object({
  fixed: z.int(),
  corrected: z.int().meta({ description: 'Of corrected items, each judged by those of other sources' }),
});

const TaughtBody = z
  .object({
    dimension: z.string(),
    corrections: z.int(),
    labels: z
      .array(z.string())
      .meta({ description: 'What it says: labels that help corrected items and make no shipped example wrong; none: there is no model' }),
    before: RightBody.meta({ description: 'Right labels without it' }),
    after: RightBody.meta({ description: 'Right labels with it' }),
  })
  .meta({ id: 'TaughtModel' });

const BlendBody = z
  .object({
    kind: z.enum(KINDS),
    is_active: z.boolean().meta({
      description: 'False: it would have worsened the fixed set or turned a label beside a correction, and the one before it stays.',
    }),
    near: z
      .object({
        labels: z.int().meta({ description: 'Labels of shipped examples nearest to corrected items that are sure and right' }),
        turned: z.int().meta({ description: 'Those that are wrong with the blend that holds' }),
        refused: z.int().meta({ description: 'Blends that were refused since they turn one' }),
      })
      .meta({ description: 'The guard beside corrections' }),
    taught: z.array(TaughtBody).meta({ description: 'Small models of what was corrected, where at least three sources say a label' }),
    before: MeasuresBody,
    after: MeasuresBody,
  })
  .meta({ id: 'LearnedBlend' });

export const LearnResponse = z.object({
  success: z.boolean(),
  processed: z.int().nullable().meta({ description: 'Corrections; null: it goes on, see `status_url`.' }),
  added_to_index: z.int().nullable().meta({ description: 'Items that became examples, or whose example changed' }),
  patterns_updated: z.int().nullable(),
  blends: z.array(BlendBody).meta({ description: 'How each kind that had corrections does, before and after' }),
  workflow_id: z.string(),
  status_url: z.string(),
  warning: z.string().optional(),
});

export function toLearnBody({ workflowId, output }: StartedLearning): z.input<typeof LearnResponse> {
  const started = { workflow_id: workflowId, status_url: `/api/admin/workflow/classifier-learn/${workflowId}` };
  if (output === undefined) {
    const warning = 'it has not ended yet and goes on';
    return { success: true, processed: null, added_to_index: null, patterns_updated: null, blends: [], ...started, warning };
  }
  return { success: true, ...output, blends: output.blends.map(toBlendBody), ...started };
}

function toBlendBody({ taught, ...blend }: BlendResult): z.input<typeof BlendBody> {
  return { ...blend, taught: taught.map(({ labels, ...measure }) => ({ ...measure, labels: [...labels] })) };
}

const LOAD_DEFAULT = 1_000;
const LOAD_MAX = 10_000;

export const BulkLoadQuery = z.object({
  min_confidence: integerParam({ min: 0, max: 100 }).default(LEARNING_THRESHOLDS.domain).meta({ description: 'From 0 to 100.' }),
  limit: limitField(LOAD_DEFAULT, LOAD_MAX),
});

export const LoadResponse = z.object({
  success: z.boolean(),
  loaded: z.int(),
  by_kind: z.record(z.string(), z.int()),
  message: z.string(),
});

export function toLoadBody({ loaded, byKind }: LoadedExamples): z.input<typeof LoadResponse> {
  return {
    success: true,
    loaded,
    by_kind: { ...byKind },
    message: `${formatPlural(loaded, 'example is', 'examples are')} in the similarity index`,
  };
}
