import { Checkbox } from '@mantine/core';
import { getAnswersSurfaces } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { SURFACES, type Surface } from '../data/types.ts';
import { toSurfaceName } from '../data/words.ts';

interface SurfaceBoxesProps {
  readonly surfaces: readonly Surface[];
  readonly onChange: (surfaces: Surface[]) => void;
}

/** A box for each assistant. Those that are not read stand there with the reason. */
export function SurfaceBoxes({ surfaces, onChange }: SurfaceBoxesProps) {
  const { data } = useAnswer(getAnswersSurfaces, {});
  return (
    <>
      {SURFACES.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={surfaces.includes(value)}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? [...surfaces, value] : surfaces.filter((one) => one !== value))}
        />
      ))}
      {data?.unavailable.map(({ surface, reason }) => (
        <Checkbox key={surface} label={`${toSurfaceName(surface)}, unavailable`} description={reason} checked={false} disabled readOnly />
      ))}
    </>
  );
}
