import { useMutation } from '@tanstack/react-query';
import { getAdminDoctor, type DoctorFinding } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';

/** What a doctor's finding is about begins with one of these, where it is about a provider. */
export const PROVIDERS = ['search data', 'LLM', 'embeddings', 'sources'] as const;

/** Asks the providers whether they know the service; it costs nothing. @param subjects what the wanted findings begin with */
export function useProviderTest(subjects: readonly string[]) {
  return useMutation<readonly DoctorFinding[], ApiError>({
    mutationFn: async () => {
      const { findings } = await ask(getAdminDoctor, {});
      return findings.filter(({ subject }) => subjects.some((name) => subject.startsWith(name)));
    },
    onSuccess: (findings) => {
      const bad = findings.filter(({ state }) => state === 'wrong').length;
      say(bad === 0 ? 'Providers tested: nothing is wrong' : `Providers tested: ${bad} wrong`);
    },
  });
}
