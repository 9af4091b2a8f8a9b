import { z } from 'zod';
import { defineEventKind, type FoldOptions, type Folded, type Subject } from '../event-kind.ts';
import { foldFacts } from '../fold-facts.ts';
import { firstCitations, type CitationObservation } from '../sources/answer-weeks.ts';
import { SurfaceParam } from './surface.ts';

const Params = z.strictObject({ of: z.enum(['page', 'site']).default('page'), surface: SurfaceParam });
type Params = z.output<typeof Params>;

/** A surface cites an own page or site that it never cited before. In its first week everything is new, and nothing is said. */
export const answersCitedFirstTime = defineEventKind({
  event: 'answers_cited_first_time',
  params: Params,
  describe: ({ of }) => `${of === 'page' ? 'a page of ours' : 'a site of ours'} is cited for the first time`,
  family: 'service',
  judgedAfter: 'weekly',
  isToldOnce: true,
  source: firstCitations,
  fold: foldCitations,
});

function foldCitations({ of }: Params, subject: Subject, citations: readonly CitationObservation[], options: FoldOptions): Folded {
  const facts = citations.map(({ source, promptId, sampleId, day, at }) => ({
    id: source,
    label: source,
    day,
    at,
    from: null,
    to: { cited_by: subject.label, cited: source, prompt_id: promptId, sample_id: sampleId },
    size: 0,
    ...(of === 'page' ? { page: source } : {}),
  }));
  return foldFacts(subject, facts, options);
}
