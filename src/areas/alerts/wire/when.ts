import { z } from 'zod';
import { EVENT_KINDS, findEventKind } from '../events/index.ts';
import type { When } from '../rule.ts';

const NAME_LENGTH_MAX = 40;

/** An event with its parameters, each checked as its kind describes it; all that is wrong is named at once. */
export const WhenField = z
  .looseObject({
    event: z
      .string()
      .max(NAME_LENGTH_MAX)
      .meta({ description: `One of ${EVENT_KINDS.map(({ event }) => `\`${event}\``).join(', ')}.` }),
  })
  .transform(({ event, ...params }, context): When => {
    const kind = findEventKind(event);
    if (kind === undefined) {
      // There are too many to name in one sentence: the document lists them.
      context.addIssue({
        code: 'custom',
        path: ['event'],
        message: 'must be an event that rules can name, such as `dropped` or `budget`',
        input: event,
      });
      return z.NEVER;
    }
    const parsed = kind.params.safeParse(params);
    if (parsed.success) return { event, ...parsed.data };
    for (const issue of parsed.error.issues) context.addIssue({ ...issue, input: params } as never);
    return z.NEVER;
  })
  .meta({
    description:
      'The event and its parameters: `by` places (a number, or tiers such as `{"1-10": 3, "11-30": 5, "31-": 10}`) of `dropped` and `rose`, `n` of `left_top` and ' +
      '`entered_top`, `feature` and `ours` of `feature_lost` and `feature_gained`, `domain` of `competitor_passed`, `top` and `keywords` of `new_competitor`; `metric` with one of ' +
      '`below`, `above` and `down_by` (`over_days`), `min_rank`, `followed` and `at_least` of `links_lost` and `links_new`, `by` or `top` of ' +
      '`app_position` and `app_chart`, `rate` and `direction` of `answers_moved`, `of` of `answers_cited_first_time`, `surface` of both and of `answers_model_changed`, `below` of `app_rating`, `stars` of `app_review`, `of` and `fields` of `app_listing`, `share` of ' +
      '`checks_failed`, `intervals` of `stale`, `name` and `percent` of `budget`.',
  });
