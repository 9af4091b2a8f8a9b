import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { DENSITIES } from './density.ts';

interface DensityMenuProps {
  readonly button: ReactElement;
  readonly onClose: () => void;
  readonly density: string;
  readonly onChange: (density: (typeof DENSITIES)[number]) => void;
}

/** How high the rows are; open from the start, because a click has loaded it. */
export function DensityMenu({ button, onClose, density, onChange }: DensityMenuProps) {
  return (
    <Menu position="bottom-end" defaultOpened onClose={onClose}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {DENSITIES.map((one) => (
          <Menu.Item
            key={one}
            onClick={() => onChange(one)}
            aria-current={one === density ? 'true' : undefined}
            fw={one === density ? 600 : 400}
          >
            {one}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
