import { Badge } from '@mantine/core';
import type { ResearchRun } from '#client';
import { STATUS_WORDS } from '../words.ts';

const COLOURS: Readonly<Record<ResearchRun['status'], string>> = {
  queued: 'indigo',
  awaiting_category_confirmation: 'yellow',
  harvesting_keywords: 'indigo',
  complete: 'teal',
  failed: 'red',
};

/** The state of a research run. */
export function RunStatus({ status }: { readonly status: ResearchRun['status'] }) {
  return (
    <Badge color={COLOURS[status]} variant="dot">
      {STATUS_WORDS[status]}
    </Badge>
  );
}
