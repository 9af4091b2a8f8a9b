import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { getFanOuts } from '../searches/get-fan-outs.ts';
import { getGaps } from '../sources/get-gaps.ts';
import { getSources } from '../sources/get-sources.ts';
import { toCountedSurfaces } from '../wire/fields.ts';
import { FanOutsQuery, FanOutsResponse, toFanOutBody } from '../wire/fan-outs.ts';
import * as wire from '../wire/sources.ts';

const common = { spec: '4', area: 'answers', access: 'key' } as const;

const getAnswerSources = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/answers/sources',
  summary: 'Sites, pages or classes of sites that answers cite, most cited first',
  description: 'A class counts an answer once, however many of its sites it cites. What a site is comes from kept classifications.',
  query: wire.SourcesQuery,
  responses: { 200: wire.SourcesResponse },
  handle: async (ctx, { query }) => {
    const { project_id: projectId, from, to, group_by: groupBy } = query;
    const counted = toCountedSurfaces(query);
    const { sources, total } = await getSources(ctx, { projectId, from, to, ...counted.asked, groupBy }, query);
    return {
      status: 200,
      body: { success: true, ...counted.said, sources: sources.map(wire.toSourceBody), ...toListFields(sources, query, total) },
    };
  },
});

const getAnswerGaps = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/answers/gaps',
  summary: 'Sites that answers cite beside competitors and never beside us',
  description:
    'A brand is in an answer that names it or cites its site. Sites of competitors are left out. Rates have the answers of their side as `n`; what a site is and whether it links is what is kept, and nothing is asked for it.',
  query: wire.GapsQuery,
  responses: { 200: wire.GapsResponse },
  handle: async (ctx, { query }) => {
    const { project_id: projectId, from, to } = query;
    const counted = toCountedSurfaces(query);
    const found = await getGaps(ctx, { projectId, from, to, ...counted.asked }, query);
    const { gaps, total } = found;
    return {
      status: 200,
      body: {
        success: true,
        ...counted.said,
        ...wire.toGapCounts(found),
        gaps: gaps.map(wire.toGapBody),
        ...toListFields(gaps, query, total),
      },
    };
  },
});

const getAnswerFanOuts = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/answers/fan-outs',
  summary: 'What assistants searched for to answer, with our positions',
  description:
    'Case and blanks aside, the most searched first. Of surfaces that say it; an answer without a search says nothing and counts in no rate. Positions are those of tracked keywords.',
  query: FanOutsQuery,
  responses: { 200: FanOutsResponse },
  handle: async (ctx, { query }) => {
    const { project_id: projectId, from, to, tracked: isTracked } = query;
    const counted = toCountedSurfaces(query);
    const { fanOuts, total } = await getFanOuts(ctx, { projectId, from, to, ...counted.asked, isTracked }, query);
    return {
      status: 200,
      body: { success: true, ...counted.said, fan_outs: fanOuts.map(toFanOutBody), ...toListFields(fanOuts, query, total) },
    };
  },
});

export const sourceEndpoints: AppEndpoint[] = [getAnswerSources, getAnswerGaps, getAnswerFanOuts];
