import { Alert, Button, Text } from '@mantine/core';
import { Icon } from '#ui/icons/icon.tsx';
import type { Offer } from './use-site-preview.ts';

interface SimulatedWorldProps {
  readonly offer: Offer;
  /** What is typed, when the simulated world has no such website. */
  readonly unknown: string | undefined;
  /** The offered site is the one that is typed. */
  readonly isTaken: boolean;
  readonly onTake: () => void;
}

/** A simulated world knows invented websites alone, and says so before anything is bought. */
export function SimulatedWorld({ offer, unknown, isTaken, onTake }: SimulatedWorldProps) {
  const [rival] = offer.competitors;
  if (isTaken)
    return (
      <Text size="sm" c="dimmed">
        {offer.domain} is an invented site of the simulated world: {offer.about}
        {rival !== undefined && ` that competes with ${rival}`}.
      </Text>
    );
  return (
    <Alert
      variant="outline"
      color={unknown === undefined ? 'indigo' : 'yellow'}
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
      icon={<Icon name={unknown === undefined ? 'sandbox' : 'alert'} />}
      title={unknown === undefined ? 'Only invented sites are known here' : `${unknown} does not exist in the simulated world`}
    >
      <Text size="sm" mb="xs">
        {unknown === undefined
          ? 'This service runs in a simulated world, where real websites do not rank.'
          : 'Only invented sites exist here. Checks of this one would find nothing.'}
      </Text>
      <Button type="button" size="xs" variant="default" onClick={onTake}>
        Use {offer.domain}
      </Button>
      <Text span size="sm" ml="xs">
        {offer.about}
        {rival !== undefined && ` that competes with ${rival}`}
      </Text>
    </Alert>
  );
}
