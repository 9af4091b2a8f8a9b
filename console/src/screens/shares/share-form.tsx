import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { getShares, postShares, putSharesByShareId, type Share } from '#client';
import { say } from '#data/answers/announce.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useProject } from '#app/project.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { Modal } from '#ui/overlay/modal.tsx';
import { toChanges, toOrder } from './changes.ts';
import { isWhole, type Order } from './order.ts';
import { ShareFields } from './share-fields.tsx';

interface NewShareProps {
  readonly projectId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What a link shows and to whom; then the link itself, this once. */
export function NewShare({ isOpen, ...props }: NewShareProps) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title="Share with a client" size="lg">
      <NewLink {...props} />
    </Modal>
  );
}

function NewLink({ projectId, onClose }: Omit<NewShareProps, 'isOpen'>) {
  const [link, setLink] = useState<string>();
  const project = useProject(projectId);
  if (link !== undefined) return <MadeLink link={link} onClose={onClose} />;
  const first: Order = {
    project_id: projectId,
    name: project.data?.project.name ?? '',
    sections: ['overview', 'keywords'],
    range: 'free',
    days: 28,
    compare: 'previous',
  };
  const make = async (order: Order): Promise<void> => {
    const { path } = await ask(postShares, { body: { ...order, password: order.password || null } });
    setLink(`${window.location.origin}${path}`);
  };
  return (
    <Answered answer={project} height={220}>
      {() => (
        <ShareForm first={first} hasPassword={false} verb="Create link" run={make} onClose={onClose}>
          Readers see this project only, and never what anything costs. You can revoke the link in the project settings.
        </ShareForm>
      )}
    </Answered>
  );
}

interface EditShareProps {
  /** Undefined: the dialog is closed. */
  readonly share: Share | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What a link shows and to whom, changed for those who have it. */
export function EditShare({ share, isOpen, onClose }: EditShareProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Change a shared link" size="lg">
      {share && <ChangedLink share={share} onClose={onClose} />}
    </Modal>
  );
}

function ChangedLink({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const change = async (order: Order): Promise<void> => {
    await ask(putSharesByShareId, { path: { share_id: share.id }, body: toChanges(share, order) });
    say(`Link "${order.name}" saved`);
    onClose();
  };
  return (
    <ShareForm first={toOrder(share)} hasPassword={share.has_password} isUnfolded verb="Save" run={change} onClose={onClose}>
      Everyone who has the link sees the change the next time they open it. The link stays the same.
    </ShareForm>
  );
}

interface ShareFormProps {
  readonly first: Order;
  readonly hasPassword: boolean;
  /** Shows every field at first. */
  readonly isUnfolded?: boolean;
  readonly verb: string;
  readonly run: (order: Order) => Promise<void>;
  readonly onClose: () => void;
  /** What will come of it. */
  readonly children: ReactNode;
}

function ShareForm({ first, hasPassword, isUnfolded = false, verb, run, onClose, children }: ShareFormProps) {
  const queries = useQueryClient();
  const [order, setOrder] = useState(first);
  const save = useMutation<void, ApiError, Order>({
    mutationFn: run,
    onSuccess: () => void queries.invalidateQueries({ queryKey: answerKey(getShares) }),
  });
  const isReady = isWhole(order);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isReady) save.mutate(order);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ShareFields
          order={order}
          hasPassword={hasPassword}
          isUnfolded={isUnfolded}
          onChange={(change) => setOrder((before) => ({ ...before, ...change }))}
        />
        <Text size="sm" c="dimmed">
          {children}
        </Text>
        {save.error && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} loading={save.isPending}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function MadeLink({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Link"
        readOnly
        value={link}
        rightSection={<CopyButton text={link} label="Copy link" />}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Text size="sm" c="dimmed">
        The link is shown only once, because only its fingerprint is stored. If you lose it, create a new one.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
