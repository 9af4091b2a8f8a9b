import { Badge } from '@mantine/core';
import type { DoctorFinding } from '#client';

const COLOURS: Readonly<Record<DoctorFinding['state'], string>> = { wrong: 'red', warning: 'yellow', absent: 'gray', ok: 'teal' };

/** How the doctor found something. */
export function FindingBadge({ state }: Pick<DoctorFinding, 'state'>) {
  return (
    <Badge variant="dot" color={COLOURS[state]} miw={90}>
      {state}
    </Badge>
  );
}
