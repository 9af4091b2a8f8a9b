import type { ReactNode } from 'react';
import { getAdminApiKeys } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { AppLink } from '#ui/links/app-link.tsx';

const KEYS_MAX = 200;

/** Names of what budgets count for each: projects, keys, organizations, by id. What has none keeps its id. */
export function useScopeName(budget: string): (scope: string) => string {
  const { me } = useSession();
  const isOfKeys = budget === 'key_monthly_usd';
  const keys = useAnswer(getAdminApiKeys, { query: { limit: KEYS_MAX } }, { isWanted: isOfKeys });
  const known = isOfKeys ? (keys.data?.api_keys ?? []) : [...me.projects, ...me.organizations];
  return (scope) => (scope === 'all' ? 'All calls' : (known.find(({ id }) => id === scope)?.name ?? scope));
}

interface ScopeProps {
  readonly budget: string;
  readonly scope: string;
  readonly name: string;
}

/** What a budget counts, with a link to the costs of a project. */
export function Scope({ budget, scope, name }: ScopeProps): ReactNode {
  if (budget !== 'project_monthly_usd' || scope === 'all') return name;
  return (
    <AppLink to="/p/$projectId/costs" params={{ projectId: scope }} inherit>
      {name}
    </AppLink>
  );
}
