import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { laterDialog } from '#ui/states/later.tsx';

const NewShare = laterDialog(async () => (await import('./share-form.tsx')).NewShare);

/** Makes a link for readers without an account. */
export function ShareButton({ projectId }: { readonly projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon name="share" size={15} />} onClick={() => setOpen(true)}>
        Share
      </Button>
      <NewShare projectId={projectId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
