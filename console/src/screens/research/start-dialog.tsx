import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { postRun, type PostRunData } from '#client';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { LanguageSelect, LocationSelect } from '#ui/forms/market-select.tsx';
import { KeywordsMax } from './keywords-max.tsx';

const TYPING_MS = 400;
const KEYWORDS = 1_000;

interface StartDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly projectId: string;
}

/** Begins to find out what a website is, after the price was shown. */
export function StartDialog({ isOpen, onClose, projectId }: StartDialogProps) {
  const navigate = useNavigate();
  const [url, setUrl] = useState('');
  const [location, setLocation] = useState<number>();
  const [language, setLanguage] = useState<string>();
  const [keywordsMax, setKeywordsMax] = useState<number | undefined>(KEYWORDS);
  const [asked] = useDebouncedValue(url.trim(), TYPING_MS);
  const body: PostRunData['body'] = {
    url: url.trim(),
    project_id: projectId,
    async: true,
    ...(location !== undefined && { location_code: location }),
    ...(language !== undefined && { language_code: language }),
    ...(keywordsMax !== undefined && { limits: { keywords_max: keywordsMax } }),
  };
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={onClose}
      title="Read a website for research"
      verb="Read the website"
      of={[asked, location, language, keywordsMax]}
      isReady={asked.includes('.') && asked === url.trim()}
      dryRun={async () => ({ estimate: readEstimate(await ask(postRun, { body: { ...body, dry_run: true } })) })}
      run={async () => {
        const answer = await ask(postRun, { body });
        if (!('run_id' in answer)) throw new Error('The service started no run');
        return answer;
      }}
      onDone={({ run_id: researchId }) =>
        void navigate({ to: '/p/$projectId/research/$researchId', params: { projectId, researchId } } as never)
      }
    >
      <TextInput
        label="Website"
        placeholder="example.com"
        value={url}
        maxLength={2000}
        onChange={({ currentTarget: { value } }) => setUrl(value)}
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <LocationSelect value={location} onChange={setLocation} />
        <LanguageSelect value={language} onChange={setLanguage} placeholder="Same as the site" />
      </SimpleGrid>
      <KeywordsMax value={keywordsMax} onChange={setKeywordsMax} />
      <Text size="sm" c="dimmed">
        The website is read first. You see what it is about and what harvesting keywords costs before you pay for it.
      </Text>
    </ConfirmPrice>
  );
}
