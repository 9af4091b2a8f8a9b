import { z } from 'zod';
import { defineEventKind, type FoldOptions, type Folded, type Subject } from '../event-kind.ts';
import { foldFacts } from '../fold-facts.ts';
import { answerModels, type ModelObservation } from '../sources/answer-weeks.ts';
import { SurfaceParam } from './surface.ts';

const Params = z.strictObject({ surface: SurfaceParam });

/** Another model answers for a surface: its line breaks there, and no verdict crosses it. */
export const answersModelChanged = defineEventKind({
  event: 'answers_model_changed',
  params: Params,
  describe: () => 'another model answers',
  family: 'service',
  judgedAfter: 'weekly',
  isToldOnce: true,
  source: answerModels,
  fold: (_params, subject, models, options) => foldModels(subject, models, options),
});

function foldModels(subject: Subject, models: readonly ModelObservation[], options: FoldOptions): Folded {
  const facts = models.map(({ model, week, before, day, at }) => ({
    // By week: an answer that comes late can be earlier than the first one so far.
    id: `${week}:${model}`,
    label: subject.label,
    day,
    at,
    from: { model: before.join(', ') },
    to: { model },
    size: 0,
  }));
  return foldFacts(subject, facts, options);
}
