import { z } from 'zod';
import { integerParam, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { RunCluster, RunPage } from '../runs/store/run-parts.ts';
import { RunParams } from './fields.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const NUMBER_MAX = 99;

export const RunClustersQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });
export const RunPageParams = RunParams.extend({ number: integerParam({ max: NUMBER_MAX }) });

const ClusterBody = z
  .object({
    id: z.string(),
    cluster_id: z.string(),
    name: z.string(),
    main_keyword: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    category_id: z.string().nullable(),
    keywords_count: z.int(),
    total_search_volume: z.int().nullable(),
    target_url: z.string().nullable().meta({ description: 'The page of the site that should serve it; null: none yet' }),
    method: z.enum(['shared_results', 'embedding']),
  })
  .meta({ id: 'ResearchCluster' });

export const RunClustersResponse = z.object({ success: z.boolean(), run_id: z.string(), clusters: z.array(ClusterBody), ...ListFields });

export function toClusterBody(cluster: RunCluster): z.input<typeof ClusterBody> {
  return toBody(ClusterBody, { ...cluster, clusterId: cluster.id });
}

const PageBody = z
  .object({
    number: z.int(),
    url: z.string(),
    final_url: z.string(),
    http_status: z.int().nullable(),
    content_type: z.string().nullable(),
    title: z.string().nullable(),
    is_cut: z.boolean().meta({ description: 'The page goes on beyond what was read' }),
    has_body: z.boolean().meta({ description: 'Whether there is a raw copy' }),
    error: z.string().nullable(),
    fetched_at: z.string(),
  })
  .meta({ id: 'ResearchPage' });

export const RunPagesResponse = z.object({ success: z.boolean(), run_id: z.string(), pages: z.array(PageBody), count: z.int() });

export function toPageBody(page: RunPage): z.input<typeof PageBody> {
  return toBody(PageBody, page);
}
