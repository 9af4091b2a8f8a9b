import { NumberInput, SimpleGrid } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getRankingsGrid, postRunByRunIdTrack, type PostRunByRunIdTrackResponse, type GetRunByRunIdStatusResponse as Run } from '#client';
import { useProjectId } from '#app/project.ts';
import { say } from '#data/answers/announce.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatPlural } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { Select } from '#ui/forms/select.tsx';

const TOP_MAX = 1_000;
const INTERVALS = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'manual', label: 'Manually' },
] as const;
const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
] as const;

/** Keywords by their texts, or so many of the best. */
export type Wanted = { readonly keywords: readonly string[] } | { readonly top: number };

interface TrackProps {
  readonly run: Run;
  readonly isOpen: boolean;
  /** Undefined: nothing is to be tracked now. */
  readonly wanted: Wanted | undefined;
  readonly onChange: (wanted: Wanted | undefined) => void;
}

/** Tracks keywords of a run in its project, after the price was shown. */
export function Track({ run, isOpen, wanted, onChange }: TrackProps) {
  const queries = useQueryClient();
  const projectId = useProjectId();
  const [device, setDevice] = useState<'desktop' | 'mobile'>('desktop');
  const [interval, setInterval] = useState<(typeof INTERVALS)[number]['value']>('daily');
  const order = (isDryRun: boolean) => {
    const common = { device, check_interval: interval, dry_run: isDryRun, ...(run.project_id === null && { project_id: projectId }) };
    const what = wanted && 'keywords' in wanted ? { keywords: [...wanted.keywords] } : { top: wanted?.top ?? 0 };
    return ask(postRunByRunIdTrack, { path: { runId: run.run_id }, body: { ...common, ...what } });
  };
  const count = wanted === undefined ? 0 : 'keywords' in wanted ? wanted.keywords.length : wanted.top;
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={() => onChange(undefined)}
      title={wanted && 'top' in wanted ? 'Track the best keywords' : `Track ${formatPlural(count, 'keyword')}`}
      verb="Track"
      of={[wanted, device, interval]}
      isReady={count > 0 && count <= TOP_MAX}
      dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
      run={() => order(false)}
      onDone={(answer) => {
        if ('keywords_tracked' in answer) say(sayTracked(answer));
        void queries.invalidateQueries({ queryKey: answerKey(getRankingsGrid) });
      }}
    >
      {wanted && 'top' in wanted && (
        <NumberInput
          label="How many"
          min={1}
          max={TOP_MAX}
          allowDecimal={false}
          value={wanted.top}
          onChange={(value) => onChange({ top: typeof value === 'number' ? value : 0 })}
        />
      )}
      <SimpleGrid cols={2}>
        <Select label="How often" data={INTERVALS} value={interval} onChange={(value) => value && setInterval(value as typeof interval)} />
        <Select label="Device" data={DEVICES} value={device} onChange={(value) => value && setDevice(value as typeof device)} />
      </SimpleGrid>
    </ConfirmPrice>
  );
}

type Tracked = Extract<PostRunByRunIdTrackResponse, { readonly keywords_tracked: number }>;

/** What is tracked is so at once; its first checks only begin. */
function sayTracked({ keywords_tracked: count, workflow_ids: checks }: Tracked): string {
  const tracked = `${formatPlural(count, 'keyword')} of the run ${count === 1 ? 'is' : 'are'} tracked.`;
  return checks.length === 0 ? tracked : `${tracked} The first checks have started.`;
}
