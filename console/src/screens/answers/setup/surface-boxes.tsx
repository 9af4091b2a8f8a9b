import { Checkbox, Stack, Text } from '@mantine/core';
import { getAnswersSurfaces, type ReadSurface } from '#client';
import { useShows } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatUsd } from '#data/format.ts';
import { KINDS, SURFACES, type Surface } from '../data/types.ts';
import { toSurfaceName } from '../data/words.ts';

interface SurfaceBoxesProps {
  readonly surfaces: readonly Surface[];
  readonly onChange: (surfaces: Surface[]) => void;
}

/** A box for each assistant, those of a kind together. Those that are not read stand there with the reason. */
export function SurfaceBoxes({ surfaces, onChange }: SurfaceBoxesProps) {
  const { data } = useAnswer(getAnswersSurfaces, {});
  const isPriced = useShows('money');
  return (
    <>
      {KINDS.map(({ value: kind, label, means }) => (
        <Stack key={kind} gap="xs" role="group" aria-label={label}>
          <Text size="sm">
            {label}: {means}
          </Text>
          {SURFACES.filter((one) => one.kind === kind).map(({ value, label: name }) => (
            <Checkbox
              key={value}
              label={name}
              description={isPriced ? sayPrice(data?.surfaces.find(({ surface }) => surface === value)) : undefined}
              checked={surfaces.includes(value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...surfaces, value] : surfaces.filter((one) => one !== value))
              }
            />
          ))}
        </Stack>
      ))}
      {data?.unavailable.map(({ surface, reason }) => (
        <Checkbox key={surface} label={`${toSurfaceName(surface)}, unavailable`} description={reason} checked={false} disabled readOnly />
      ))}
    </>
  );
}

function sayPrice(read: ReadSurface | undefined): string | undefined {
  return read && `${formatUsd(read.cost_usd_max)} an answer at most${read.assumed ? ', assumed until an account confirms it' : ''}`;
}
