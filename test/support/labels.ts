import type { ApiClient } from './api-client.ts';
import { waitUntil } from './wait-until.ts';

/** The words of tracked keywords are read in the background: resolves when those of all of the project's are. */
export async function waitForLabels(api: ApiClient, projectId: string): Promise<void> {
  const isRead = async (): Promise<boolean> => {
    const { keywords } = (await api.get(`/api/project-keywords?project_id=${projectId}&status=all&limit=200`)).body;
    return keywords.every((keyword: { labelled_at: string | null }) => keyword.labelled_at !== null);
  };
  await waitUntil(isRead, 'the words of its keywords to be read');
}
