import { useLocalStorage } from '@mantine/hooks';

export const DENSITIES = ['compact', 'normal', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { compact: 28, normal: 36, roomy: 46 };

/** How high rows are: one choice of a person for every grid, kept in the browser. */
export function useDensity(): { readonly density: Density; readonly rowHeight: number; readonly setDensity: (density: Density) => void } {
  const [kept, setDensity] = useLocalStorage<Density>({ key: 'sightline.density', defaultValue: 'normal', getInitialValueInEffect: false });
  const density = DENSITIES.includes(kept) ? kept : 'normal';
  return { density, rowHeight: ROW_HEIGHT_PX[density], setDensity };
}
