import { Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { postAnswersIndex, type AnswerBrand, type PostAnswersIndexResponse } from '#client';
import { useProjectId } from '#app/project.ts';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { Select } from '#ui/forms/select.tsx';

export type FoundIndex = Extract<PostAnswersIndexResponse, { source: string }>;

const ROWS_MAX = 1000;
const PLATFORMS = [
  { value: 'google', label: 'AI overviews of Google' },
  { value: 'chat_gpt', label: 'ChatGPT, United States in English' },
] as const;
const WAYS = [
  { value: 'cites', label: 'cites its sites' },
  { value: 'names', label: 'names it' },
] as const;

interface AskIndexProps {
  readonly brands: readonly AnswerBrand[];
  readonly onFound: (found: FoundIndex) => void;
}

/** Form of a lookup in the index; its price stands there before it is bought. */
export function AskIndex({ brands, onFound }: AskIndexProps) {
  const projectId = useProjectId();
  const [isOpen, setOpen] = useState(false);
  const [brandId, setBrandId] = useState(brands[0]?.id ?? '');
  const [way, setWay] = useState<'cites' | 'names'>('cites');
  const [platform, setPlatform] = useState<'google' | 'chat_gpt'>('google');
  const [limit, setLimit] = useState(100);
  const brand = brands.find(({ id }) => id === brandId);
  const [domain] = brand?.domains ?? [];
  const target = way === 'names' ? { keyword: brand?.name } : { domain };
  const market = platform === 'chat_gpt' ? { location_code: 2840, language_code: 'en' } : {};
  const body = { project_id: projectId, platform, ...market, targets: [target], limit };
  const isReady = way === 'names' ? brand !== undefined : domain !== undefined;
  return (
    <Group align="flex-end" mb="md">
      <Select label="Answers of" data={PLATFORMS} value={platform} onChange={(value) => value !== null && setPlatform(value)} />
      <Select
        label="Brand"
        data={brands.map(({ id, name }) => ({ value: id, label: name }))}
        value={brandId}
        onChange={(value) => value !== null && setBrandId(value)}
      />
      <Select
        label="The answer"
        data={WAYS}
        value={way}
        onChange={(value) => value !== null && setWay(value)}
        error={isReady ? undefined : 'The brand has no site.'}
      />
      <NumberInput
        label="Rows at most"
        min={1}
        max={ROWS_MAX}
        allowDecimal={false}
        value={limit}
        onChange={(next) => typeof next === 'number' && setLimit(next)}
      />
      <Button onClick={() => setOpen(true)} disabled={!isReady}>
        Look up
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Look up answers of the index"
        verb="Look up"
        of={body}
        dryRun={async () => ({ estimate: readEstimate(await ask(postAnswersIndex, { body: { ...body, dry_run: true } })) })}
        run={() => ask(postAnswersIndex, { body })}
        onDone={(done) => 'source' in done && onFound(done)}
      />
    </Group>
  );
}
