import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { getAnswersSamples, postAnswersAsk, type AnswerPrompt } from '#client';
import { ask } from '#data/answers/answers.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import type { Surface } from '../data/types.ts';
import { SurfaceBoxes } from '../setup/surface-boxes.tsx';

const SAMPLES_MAX = 20;

/** Asks a prompt now, for the price that stands there first. */
export function AskNow({ prompt, first }: { readonly prompt: AnswerPrompt; readonly first: readonly Surface[] }) {
  const [isOpen, setOpen] = useState(false);
  const [surfaces, setSurfaces] = useState<readonly Surface[]>(first);
  const [samples, setSamples] = useState(1);
  const refresh = useRefresh(getAnswersSamples);
  const body = { project_id: prompt.project_id, prompt_ids: [prompt.id], surfaces: [...surfaces], samples };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask now</Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Ask the prompt now"
        verb="Ask"
        of={body}
        isReady={surfaces.length > 0}
        dryRun={async () => {
          const { samples: calls, cost_usd_max: usd } = await ask(postAnswersAsk, { body: { ...body, dry_run: true } });
          return { estimate: { calls, cost_usd: usd } };
        }}
        run={() => ask(postAnswersAsk, { body })}
        onDone={refresh}
      >
        <Text size="sm">Such answers are shown here and left out of rates: answers that are minutes apart may come from one cache.</Text>
        <Group role="group" aria-label="Assistants">
          <SurfaceBoxes surfaces={surfaces} onChange={setSurfaces} />
        </Group>
        <NumberInput
          label="Answers of each"
          min={1}
          max={SAMPLES_MAX}
          allowDecimal={false}
          value={samples}
          onChange={(next) => typeof next === 'number' && setSamples(next)}
        />
      </ConfirmPrice>
    </>
  );
}
