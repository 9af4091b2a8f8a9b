import { Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminDomains, postAdminDomainsOnboard } from '#client';
import { answerKey, ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatPlural } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { describeProblem, readDomains } from './read-domains.ts';
import { toDomainStatusUrl } from '#data/domain-status.ts';

interface AddDomainsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Fetches what is known of domains, after their price was shown. */
export function AddDomains({ isOpen, onClose }: AddDomainsProps) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const domains = readDomains(text);
  const order = (isDryRun: boolean) => ask(postAdminDomainsOnboard, { body: { domains: [...domains], dry_run: isDryRun } });
  const problem = describeProblem(domains);
  const isReady = domains.length > 0 && problem === undefined;
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={onClose}
      title={domains.length === 0 ? 'Add domains' : `Add ${formatPlural(domains.length, 'domain')}`}
      verb="Fetch"
      of={domains}
      isReady={isReady}
      dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
      run={() => order(false)}
      endsAt={() => domains.map(toDomainStatusUrl)}
      onDone={() => void queries.invalidateQueries({ queryKey: answerKey(getAdminDomains) })}
    >
      <Textarea
        label="One domain per line"
        placeholder="example.com"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        error={problem}
      />
      <Text size="sm" c="dimmed">
        Backlinks, referring domains, ranked keywords, and brand profiles are fetched now; after that a snapshot is taken each week.
      </Text>
    </ConfirmPrice>
  );
}
