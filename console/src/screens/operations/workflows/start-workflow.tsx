import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { postAdminWorkflowByType } from '#client';
import { ask } from '#data/answers/answers.ts';
import { Answered } from '#ui/states/answered.tsx';
import { ConfirmPrice, type Price } from '#ui/actions/confirm-price.tsx';
import { toStartBody, type StartForm, type WorkflowForms } from './start-forms.ts';
import { useWorkflowForms } from './use-workflow-forms.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { Select } from '#ui/forms/select.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

interface StartWorkflowProps {
  /** The chosen type; undefined: the form is closed, `choose`: none is chosen yet. */
  readonly type: string | undefined;
  readonly onType: (type: string | undefined) => void;
}

/** Starts a workflow by hand: its type, its fields, its price, and only then the start. */
export function StartWorkflow({ type, onType }: StartWorkflowProps) {
  const isOpen = type !== undefined;
  const answer = useWorkflowForms(isOpen);
  return (
    <Drawer opened={isOpen} onClose={() => onType(undefined)} title="Start a workflow" size="lg">
      <Answered answer={answer}>{(forms) => <Choice forms={forms} type={type} onType={onType} />}</Answered>
    </Drawer>
  );
}

function Choice({ forms: { forms }, type, onType }: StartWorkflowProps & { readonly forms: WorkflowForms }) {
  const form = forms.find((one) => one.type === type);
  return (
    <Stack>
      <Select
        label="Type"
        placeholder="Choose a workflow"
        data={forms.map((one) => one.type)}
        value={form?.type ?? null}
        onChange={(value) => onType(value ?? 'choose')}
        data-autofocus
      />
      {form && <Fields key={form.type} form={form} />}
    </Stack>
  );
}

function Fields({ form }: { readonly form: StartForm }) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [more, setMore] = useState('');
  const [problem, setProblem] = useState<string>();
  const [body, setBody] = useState<Record<string, unknown>>();
  const change = (name: string, value: string): void => setTexts({ ...texts, [name]: value });
  const submit = (): void => {
    try {
      setBody(toStartBody(form, texts, more));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form onSubmit={onSubmit(() => submit())}>
      <Stack>
        <Text size="sm" c="dimmed">
          {form.help.replaceAll('`', '')}
        </Text>
        {form.fields.map(({ name, isList }) =>
          isList ? (
            <Textarea
              key={name}
              label={name}
              description="One per line"
              autosize
              minRows={2}
              maxRows={8}
              value={texts[name] ?? ''}
              onChange={({ currentTarget }) => change(name, currentTarget.value)}
            />
          ) : (
            <TextInput
              key={name}
              label={name}
              value={texts[name] ?? ''}
              onChange={({ currentTarget }) => change(name, currentTarget.value)}
            />
          ),
        )}
        <Textarea
          label="More fields"
          description="A JSON object"
          placeholder="{}"
          autosize
          minRows={2}
          value={more}
          error={problem}
          onChange={({ currentTarget }) => setMore(currentTarget.value)}
        />
        <Button type="submit">Show the price</Button>
      </Stack>
      <ConfirmStart type={form.type} body={body} onClose={() => setBody(undefined)} />
    </form>
  );
}

interface ConfirmStartProps {
  readonly type: string;
  /** Undefined: nothing is asked. */
  readonly body: Record<string, unknown> | undefined;
  readonly onClose: () => void;
}

function ConfirmStart({ type, body, onClose }: ConfirmStartProps) {
  const navigate = useNavigate();
  const dryRun = async (): Promise<Price> => {
    const { estimate } = await ask(postAdminWorkflowByType, { path: { type }, body: { ...body, dry_run: true } });
    return { estimate: estimate ?? { calls: 0, cost_usd: 0 } };
  };
  return (
    <ConfirmPrice
      isOpen={body !== undefined}
      onClose={onClose}
      title={`Start ${type}`}
      verb="Start"
      dryRun={dryRun}
      run={() => ask(postAdminWorkflowByType, { path: { type }, body: { ...body } })}
      onDone={({ id }) =>
        id !== null && void navigate({ to: '/ops/workflows/$type/$workflowId' as string, params: { type, workflowId: id } as never })
      }
    />
  );
}
