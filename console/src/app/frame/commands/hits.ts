import type { SearchHit } from '#client';
import type { IconName } from '#ui/icons/paths.ts';

/** Where a thing that was found is shown. */
export interface Place {
  /** The path of a screen as the list has it. */
  readonly to: string;
  readonly params: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
}

interface Kind {
  readonly icon: IconName;
  readonly group: string;
  readonly toPlace: (hit: SearchHit) => Place;
}

const ofProject = ({ project_id: projectId }: SearchHit): Readonly<Record<string, string>> => ({ projectId: projectId ?? '' });

const KINDS: Readonly<Record<SearchHit['type'], Kind>> = {
  project: { icon: 'box', group: 'Projects', toPlace: ({ id }) => ({ to: '/p/$projectId', params: { projectId: id } }) },
  tag: {
    icon: 'tag',
    group: 'Tags',
    toPlace: (hit) => ({ to: '/p/$projectId/keywords', params: ofProject(hit), search: { tag: [hit.id] } }),
  },
  domain: { icon: 'globe', group: 'Domains', toPlace: ({ label }) => ({ to: '/domains/$domain', params: { domain: label } }) },
  app: {
    icon: 'app',
    group: 'Apps',
    toPlace: (hit) => ({
      to: '/p/$projectId/apps/$platform/$appId',
      params: { ...ofProject(hit), platform: hit.platform ?? '', appId: hit.id },
    }),
  },
  asset: {
    icon: 'box',
    group: 'Assets',
    toPlace: (hit) => ({ to: '/p/$projectId/assets', params: ofProject(hit), search: { open: hit.id } }),
  },
  keyword: {
    icon: 'search',
    group: 'Keywords',
    toPlace: (hit) => ({ to: '/p/$projectId/keywords/$keywordId', params: { ...ofProject(hit), keywordId: hit.id } }),
  },
  run: {
    icon: 'check',
    group: 'Checks',
    toPlace: (hit) => ({ to: '/p/$projectId/runs/$runId', params: { ...ofProject(hit), runId: hit.id } }),
  },
  research_run: {
    icon: 'research',
    group: 'Research',
    toPlace: (hit) => ({ to: '/p/$projectId/research/$researchId', params: { ...ofProject(hit), researchId: hit.id } }),
  },
  job_run: { icon: 'clock', group: 'Jobs', toPlace: () => ({ to: '/ops/jobs', params: {} }) },
  workflow: {
    icon: 'activity',
    group: 'Workflows',
    toPlace: ({ id, workflow_type: type }) => ({ to: '/ops/workflows/$type/$workflowId', params: { type: type ?? '', workflowId: id } }),
  },
};

export const HIT_TYPES = Object.keys(KINDS) as readonly SearchHit['type'][];

export interface FoundHit extends Place {
  readonly id: string;
  readonly group: string;
  readonly icon: IconName;
  readonly label: string;
  readonly hint: string | undefined;
}

/** What was found, with where it is shown. What no screen shows is left out. */
export function toFoundHits(hits: readonly SearchHit[], paths: ReadonlySet<string>): FoundHit[] {
  return hits.flatMap((hit) => {
    const { icon, group, toPlace } = KINDS[hit.type];
    const place = toPlace(hit);
    if (!paths.has(place.to)) return [];
    const hint = [hit.detail, hit.project_name].filter((part) => part !== null && part !== '').join(', ');
    return [{ id: `${hit.type} ${hit.id}`, group, icon, label: hit.label, hint: hint || undefined, ...place }];
  });
}
