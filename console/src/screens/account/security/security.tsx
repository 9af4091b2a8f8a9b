import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import {
  deleteMeFactorsPasskeysById,
  deleteMeFactorsTotp,
  getMe,
  getMeFactors,
  postMeFactorsRecoveryCodes,
  type GetMeFactorsResponse,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural } from '#data/format.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { Modal } from '#ui/overlay/overlay.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { later } from '#ui/states/later.tsx';
import { Passkeys, type PasskeyDialog } from './passkeys.tsx';

const EnrolApp = later(async () => (await import('./enrol-app.tsx')).EnrolApp);
const NamePasskey = later(async () => (await import('./name-passkey.tsx')).NamePasskey);
const RecoveryCodes = later(async () => (await import('./recovery-codes.tsx')).RecoveryCodes);

type Dialog = PasskeyDialog | 'app' | 'no app' | 'codes' | { readonly codes: readonly string[] };

/** The second factors of who is signed in: an authenticator app, passkeys, recovery codes. */
export function Security() {
  const factors = useAnswer(getMeFactors, {});
  const [dialog, setDialog] = useState<Dialog>();
  return (
    <Card withBorder>
      <Title order={2} mb="sm">
        Second factors
      </Title>
      <Answered answer={factors} height={160}>
        {(answer) => (
          <Stack>
            <App since={answer.totp_since} onDialog={setDialog} />
            <Passkeys passkeys={answer.passkeys} onDialog={setDialog} />
            {answer.ways.length > 0 && <CodesLeft left={answer.recovery_codes_left} onDialog={setDialog} />}
            {dialog && <Dialogs dialog={dialog} factors={answer} onDialog={setDialog} />}
          </Stack>
        )}
      </Answered>
    </Card>
  );
}

interface PartProps {
  readonly onDialog: (dialog: Dialog) => void;
}

function App({ since, onDialog }: PartProps & { readonly since: string | null }) {
  return (
    <Group justify="space-between">
      <div>
        <Text fw={600}>Authenticator app</Text>
        <Text size="sm" c="dimmed">
          {since === null ? 'A phone shows a code that is asked for at each sign-in.' : `On since ${formatInstant(since)} UTC`}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => onDialog('app')}>
          {since === null ? 'Set up an app' : 'Change the app'}
        </Button>
        {since !== null && (
          <Button variant="default" size="xs" onClick={() => onDialog('no app')}>
            Remove the app
          </Button>
        )}
      </Group>
    </Group>
  );
}

function CodesLeft({ left, onDialog }: PartProps & { readonly left: number }) {
  return (
    <Group justify="space-between">
      <div>
        <Text fw={600}>Recovery codes</Text>
        <Text size="sm" c={left < 3 ? 'red' : 'dimmed'}>
          {formatPlural(left, 'code')} left, for the day when a device is lost
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={() => onDialog('codes')}>
        New recovery codes
      </Button>
    </Group>
  );
}

interface DialogsProps {
  readonly dialog: Dialog;
  readonly factors: GetMeFactorsResponse;
  readonly onDialog: Dispatch<SetStateAction<Dialog | undefined>>;
}

function Dialogs({ dialog, factors, onDialog }: DialogsProps) {
  const queries = useQueryClient();
  const close = (): void => onDialog(undefined);
  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: answerKey(getMeFactors) });
    void queries.invalidateQueries({ queryKey: answerKey(getMe) });
  };
  const onAdded = (what: string) => (codes: readonly string[] | null) => {
    say(what);
    refresh();
    onDialog(codes === null ? undefined : { codes });
  };
  const isLast = (factors.totp_since === null ? 0 : 1) + factors.passkeys.length === 1;
  const last = isLast ? ' It is your last second factor: the recovery codes go with it.' : '';
  if (dialog === 'app')
    return (
      <Modal opened onClose={close} title="Authenticator app">
        <EnrolApp onDone={onAdded('The app counts from now on')} />
      </Modal>
    );
  if (dialog === 'no app')
    return (
      <ConfirmAction
        isOpen
        isDanger
        title="Remove the authenticator app"
        verb="Remove"
        onClose={close}
        onDone={refresh}
        run={() => ask(deleteMeFactorsTotp, {})}
      >
        Codes of the app are taken no more.{last}
      </ConfirmAction>
    );
  if (dialog === 'codes')
    return (
      <ConfirmAction
        isOpen
        title="Make new recovery codes"
        verb="Make new codes"
        // The dialog of the new codes takes the place of this one.
        onClose={() => onDialog((now) => (now === 'codes' ? undefined : now))}
        onDone={({ recovery_codes: codes }) => onAdded('New recovery codes made')(codes)}
        run={() => ask(postMeFactorsRecoveryCodes, {})}
      >
        The codes that you have now are good no more.
      </ConfirmAction>
    );
  if ('codes' in dialog)
    return (
      <Modal opened onClose={close} closeOnClickOutside={false} title="Your recovery codes">
        <RecoveryCodes codes={dialog.codes} onClose={close} />
      </Modal>
    );
  if ('removed' in dialog)
    return (
      <ConfirmAction
        isOpen
        isDanger
        title={`Remove ${dialog.removed.name}`}
        verb="Remove"
        onClose={close}
        onDone={refresh}
        run={() => ask(deleteMeFactorsPasskeysById, { path: { id: dialog.removed.id } })}
      >
        The passkey signs you in no more.{last}
      </ConfirmAction>
    );
  return (
    <Modal opened onClose={close} title={dialog.named === undefined ? 'New passkey' : `Rename ${dialog.named.name}`}>
      <NamePasskey passkey={dialog.named} onDone={onAdded(dialog.named === undefined ? 'Passkey added' : 'Passkey renamed')} />
    </Modal>
  );
}
