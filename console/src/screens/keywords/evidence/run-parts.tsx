import { toWords } from '#data/words.ts';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRankingsRunsByRunId, type GetProjectsByProjectIdRunsByRunIdResponse } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { copyText } from '#data/copy-text.ts';
import { formatCount, formatDay, formatInstant, formatUsd } from '#data/format.ts';
import { toEngineName, toLanguageName, toProviderName } from '#data/names.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import type { Checks } from './other-checks.ts';
import { Select } from '#ui/forms/select.tsx';

type Run = GetProjectsByProjectIdRunsByRunIdResponse;

/** How the check came about. */
export function Provenance({ run, projectId }: { readonly run: Run['run']; readonly projectId: string }) {
  const said = [
    `read ${formatInstant(run.checked_at)} UTC`,
    `${formatCount(run.checked_depth)} of ${formatCount(run.depth)} results deep`,
    run.provider === null ? '' : `by ${toProviderName(run.provider)}`,
    run.cost === undefined ? '' : formatUsd(run.cost),
    run.device,
    toLanguageName(run.language_code),
    toEngineName(run.platform),
    run.se_results_count === null ? '' : `about ${formatCount(run.se_results_count)} results in all`,
  ];
  return (
    <>
      {said.filter(Boolean).join(' · ')} ·{' '}
      <AppLink
        size="sm"
        td="underline"
        to="/p/$projectId/keywords/$keywordId"
        params={{ projectId, keywordId: run.keyword_id }}
        search={{ engine: run.platform, channel: run.channel }}
      >
        history of the keyword
      </AppLink>
    </>
  );
}

interface OtherCheckProps {
  readonly checks: Checks | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (runId: string | undefined) => void;
}

/** Chooses another check of the same keyword to compare with. */
export function OtherCheck({ checks, chosen, onChoose }: OtherCheckProps) {
  const others = checks?.others ?? [];
  return (
    <Select
      size="xs"
      aria-label="Compare with"
      placeholder={others.length === 0 ? 'No other check' : 'Compare with'}
      disabled={others.length === 0}
      clearable
      data={others.map(({ runId, day }) => ({ value: runId, label: `Against ${formatDay(day)}` }))}
      value={chosen ?? null}
      onChange={(value) => onChoose(value ?? undefined)}
    />
  );
}

/** The provider's own answer, for those who may see it. */
export function CopyRaw({ runId }: { readonly runId: string }) {
  const copy = useMutation<void, ApiError>({
    mutationFn: async () => {
      const { raw, raw_state: state } = await ask(getRankingsRunsByRunId, { path: { run_id: runId } });
      if (raw !== null) await copyText(raw);
      else if (state === 'none') say('No answer of the provider to this failed check is stored');
      else if (state === 'unavailable') say('The store that has the provider’s answer cannot be asked now');
      else say('The provider’s answer is not stored any more');
    },
    onError: ({ message }) => say(message),
  });
  return (
    <Button size="xs" variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
      Copy the provider's answer
    </Button>
  );
}

/** What the page showed beside results, and where it can be seen. */
export function OnThePage({ run }: { readonly run: Run['run'] }) {
  return (
    <Text size="sm">
      Features: {run.serp_features.length === 0 ? 'none' : run.serp_features.map(toWords).join(', ')}
      {run.check_url !== null && (
        <>
          {' '}
          ·{' '}
          <OutsideLink href={run.check_url} isInText>
            the live page at the search engine
          </OutsideLink>
        </>
      )}
    </Text>
  );
}
