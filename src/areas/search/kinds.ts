import { searchDomains } from '#areas/domains/index.ts';
import { findLocationName } from '#areas/projects/index.ts';
import { isBound } from '#http/caller.ts';
import { PLAIN, type FoundThing, type HitType } from './hit.ts';
import type { Question, SearchContext } from './question.ts';
import { findKeywordById, listKeywordsThatBegin, listKeywordsWithWord, type FoundKeyword } from './store/keywords.ts';
import { findMatchingJobRun, findMatchingResearchRun, findSerpRun } from './store/runs.ts';
import { listMatchingApps, listMatchingAssets, listMatchingProjects, listMatchingTags } from './store/things.ts';

/** A kind of things, and how those that fit are found. The caller sees all of them. */
export interface SearchKind {
  readonly type: HitType;
  readonly find: (ctx: SearchContext, question: Question) => Promise<readonly FoundThing[]>;
}

/** Ids of runs and workflows are looked up only for what looks like one: they are long. */
const ID_LENGTH_MIN = 12;

export const KINDS: readonly SearchKind[] = [
  { type: 'project', find: ({ postgres }, question) => listMatchingProjects(postgres, question) },
  { type: 'tag', find: ({ postgres }, question) => listMatchingTags(postgres, question) },
  {
    type: 'domain',
    find: async (ctx, { text, limit }) =>
      (await searchDomains(ctx, text, limit)).map((domain) => ({ ...PLAIN, id: domain, label: domain })),
  },
  { type: 'app', find: ({ postgres }, question) => listMatchingApps(postgres, question) },
  { type: 'asset', find: ({ postgres }, question) => listMatchingAssets(postgres, question) },
  { type: 'keyword', find: async (ctx, question) => (await findKeywords(ctx, question)).map(toThing) },
  byId('run', ({ postgres }, question) => findSerpRun(postgres, question)),
  byId('research_run', ({ postgres }, question) => findMatchingResearchRun(postgres, question)),
  // Jobs and workflows have screens for operators alone.
  byId('job_run', async (ctx, { typed }) => (isBound(ctx.caller) ? undefined : await findMatchingJobRun(ctx.postgres, typed))),
  byId('workflow', async (ctx, { typed }) => (isBound(ctx.caller) ? undefined : await findWorkflow(ctx, typed))),
];

function byId(type: HitType, find: (ctx: SearchContext, question: Question) => Promise<FoundThing | undefined>): SearchKind {
  return {
    type,
    find: async (ctx, question) => {
      const found = question.typed.length < ID_LENGTH_MIN ? undefined : await find(ctx, question);
      return found === undefined ? [] : [found];
    },
  };
}

/** Keywords that begin with the text; where these are too few, also those with a later word that does. */
async function findKeywords({ postgres }: SearchContext, question: Question): Promise<FoundKeyword[]> {
  if (question.typed.startsWith('kw_')) {
    const known = await findKeywordById(postgres, question);
    if (known.length > 0) return known;
  }
  const begin = await listKeywordsThatBegin(postgres, question);
  if (begin.length >= question.limit) return begin;
  return [...begin, ...(await listKeywordsWithWord(postgres, { ...question, limit: question.limit - begin.length }))];
}

function toThing({ locationCode, languageCode, device, ...keyword }: FoundKeyword): FoundThing {
  const detail = [findLocationName(locationCode)?.replaceAll(',', ', ') ?? locationCode, languageCode, device].join(' · ');
  return { ...PLAIN, ...keyword, detail };
}

async function findWorkflow({ workflows }: SearchContext, id: string): Promise<FoundThing | undefined> {
  const found = await workflows.find(id);
  return found && { ...PLAIN, id: found.id, label: found.type, detail: found.status, workflowType: found.type };
}
