import { Menu } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import type { ListSource } from '#data/answers/list-source.ts';
import type { Column } from './columns/column.ts';
import { DENSITIES } from './density.ts';
import { Picker } from './columns/picker.tsx';
import type { Shown } from './columns/shown.ts';
import { SaveAsExport } from './save-as-export.tsx';

interface MoreMenuProps {
  readonly button: ReactElement;
  readonly onClose: () => void;
  readonly columns: readonly Column[];
  readonly shown: readonly Shown[];
  /** How many columns are chosen, whether there is room for them or not. */
  readonly chosen: number;
  readonly onShow: (shown: readonly Shown[] | undefined) => void;
  readonly density: string;
  readonly onDensity: (density: (typeof DENSITIES)[number]) => void;
  /** Saves the list, where no button beside the menu does. */
  readonly onCsv: (() => void) | undefined;
  /** The list that the service has these rows from. */
  readonly source: ListSource | undefined;
}

/** What a reader seldom changes of a table; open from the start, because a click has loaded it. */
export function MoreMenu({ button, onClose, columns, shown, chosen, onShow, density, onDensity, onCsv, source }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(true);
  const [isPicking, setPicking] = useState(false);
  const endPicking = (): void => {
    setPicking(false);
    setOpen(false);
    onClose();
  };
  if (isPicking) return <Picker button={button} onClose={endPicking} columns={columns} shown={shown} onChange={onShow} />;
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen} onClose={onClose}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => setPicking(true)}>Columns{shown.length < chosen && `, ${shown.length} of ${chosen}`}</Menu.Item>
        {onCsv && <Menu.Item onClick={onCsv}>CSV</Menu.Item>}
        {source && <SaveAsExport source={source} />}
        <Menu.Divider />
        <Menu.Label>Density</Menu.Label>
        {DENSITIES.map((one) => (
          <Menu.Item
            key={one}
            onClick={() => onDensity(one)}
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
