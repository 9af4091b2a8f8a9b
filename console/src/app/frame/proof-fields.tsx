import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { onSubmit } from '#ui/forms/on-submit.ts';

/** What is typed, in the order in which it is offered. */
const TYPED = ['password', 'code', 'recovery_code'] as const;
type Typed = (typeof TYPED)[number];
export type Way = Typed | 'passkey';
/** What a person shows: a way, and what was typed. */
export interface Shown {
  readonly way: Way;
  readonly text: string;
}

const OFFERS: Readonly<Record<Typed, string>> = {
  password: 'Use your password',
  code: 'Use a code of your app',
  recovery_code: 'Use a recovery code',
};

interface ProofFieldsProps {
  readonly ways: readonly Way[];
  readonly isPending: boolean;
  readonly onShow: (shown: Shown) => void;
}

/** A proof of who a person is: one way at a time, and the others beside it. */
export function ProofFields({ ways, isPending, onShow }: ProofFieldsProps) {
  const offered = TYPED.filter((way) => ways.includes(way));
  const [typed, setTyped] = useState<Typed | undefined>(offered.find((way) => way !== 'recovery_code'));
  return (
    <Stack>
      {typed && <TypedProof key={typed} way={typed} isPending={isPending} onShow={onShow} />}
      {ways.includes('passkey') && (
        <Button
          variant={typed ? 'default' : 'filled'}
          loading={isPending && !typed}
          disabled={isPending}
          onClick={() => onShow({ way: 'passkey', text: '' })}
        >
          Use a passkey
        </Button>
      )}
      {offered
        .filter((way) => way !== typed)
        .map((way) => (
          <Anchor key={way} component="button" type="button" size="sm" ta="left" onClick={() => setTyped(way)}>
            {OFFERS[way]}
          </Anchor>
        ))}
    </Stack>
  );
}

function TypedProof({ way, isPending, onShow }: Omit<ProofFieldsProps, 'ways'> & { readonly way: Typed }) {
  const [text, setText] = useState('');
  const common = {
    required: true,
    'data-autofocus': true,
    value: text,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => setText(currentTarget.value),
  };
  return (
    <form onSubmit={onSubmit(() => onShow({ way, text: way === 'password' ? text : text.trim() }))}>
      <Stack>
        {way === 'password' && (
          <PasswordInput
            {...common}
            label="Password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
        )}
        {way === 'code' && (
          <TextInput
            {...common}
            label="Code"
            description="The six digits that your authenticator app shows now"
            autoComplete="one-time-code"
            inputMode="numeric"
          />
        )}
        {way === 'recovery_code' && (
          <TextInput {...common} label="Recovery code" description="Each of the ten is good once" autoComplete="off" />
        )}
        <Button type="submit" loading={isPending}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
