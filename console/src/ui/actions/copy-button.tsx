import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { copyText } from '#data/copy-text.ts';
import { Icon } from '../icons/icon.tsx';

const SHOWN_MS = 1500;

/** Copies a text, and says so. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <ActionIcon size="sm" title={isCopied ? 'Copied' : label} aria-label={label} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} size={15} />
    </ActionIcon>
  );
}
