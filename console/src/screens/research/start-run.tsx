import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { laterDialog } from '#ui/later.tsx';

const StartDialog = laterDialog(async () => (await import('./start-dialog.tsx')).StartDialog);

/** A button that begins a run. */
export function StartRun({ projectId }: { readonly projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        Research a website
      </Button>
      <StartDialog isOpen={isOpen} onClose={() => setOpen(false)} projectId={projectId} />
    </>
  );
}
