import { defineEndpoint, type AppEndpoint } from '#context';
import { listAnomalies, warnOf } from '../anomalies.ts';
import { AnomaliesQuery, AnomaliesResponse, toAnomaliesBody, toSpans } from '../wire/anomalies.ts';

export const anomalyEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/search-console/anomalies',
    rows: 'anomalies',
    spec: '4',
    area: 'search-console',
    access: 'key',
    summary: 'Spans in which Google is known to have counted wrongly in Search Console, oldest first',
    description:
      'The list comes with the release and asks no source: `known_until` says how far it goes. With `compare_from` and `compare_to` it holds what touches either span, and `spoiled` says which figures of them cannot be compared.',
    query: AnomaliesQuery,
    responses: { 200: AnomaliesResponse },
    handle: (_ctx, { query }) => {
      const spans = toSpans(query);
      const touched = new Set(spans.flatMap((span) => listAnomalies(span)));
      return Promise.resolve({ status: 200, body: toAnomaliesBody([...touched], warnOf(spans)) });
    },
  }),
];
