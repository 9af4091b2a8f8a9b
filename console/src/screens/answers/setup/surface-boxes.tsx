import { Checkbox } from '@mantine/core';
import { SURFACES, type Surface } from '../data/types.ts';

interface SurfaceBoxesProps {
  readonly surfaces: readonly Surface[];
  readonly onChange: (surfaces: Surface[]) => void;
}

/** A box for each assistant. */
export function SurfaceBoxes({ surfaces, onChange }: SurfaceBoxesProps) {
  return SURFACES.map(({ value, label }) => (
    <Checkbox
      key={value}
      label={label}
      checked={surfaces.includes(value)}
      onChange={({ currentTarget: { checked } }) => onChange(checked ? [...surfaces, value] : surfaces.filter((one) => one !== value))}
    />
  ));
}
