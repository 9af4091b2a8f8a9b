import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteDigestsByDigestId, getDigests, getDigestsByDigestId, type Digest } from '#client';
import { useParameter, useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { joinSentences } from '#data/sentence.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { sayWhen } from '#screens/schedules/say-when.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Answered } from '#ui/states/answered.tsx';
import styles from './digest.module.css';
import { toDraft } from './editor/draft.ts';
import { DigestForm } from './editor/digest-form.tsx';
import { MailPreview } from './mail/mail-preview.tsx';
import { Runs } from './runs/runs.tsx';
import { sayRecipients, sayRun, sayScope } from './say-digest.ts';

/** A digest: how it is set, the mail as it will look, and what was sent. */
export function View() {
  const answer = useAnswer(getDigestsByDigestId, { path: { digest_id: useParameter('digestId') } });
  return (
    <>
      {!answer.data && <PageHeader title="Digest" lead="A mail about projects that people get by a schedule." />}
      <Answered answer={answer} height={480}>
        {({ digest }) => <Editor key={digest.id} digest={digest} />}
      </Answered>
    </>
  );
}

function Editor({ digest }: { readonly digest: Digest }) {
  const { me } = useSession();
  const [draft, setDraft] = useState(() => toDraft(digest));
  const isDirty = JSON.stringify(draft) !== JSON.stringify(toDraft(digest));
  const names = new Map(me.projects.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHeader title={digest.name} lead={sayDigest(digest, names)} actions={<Remove digest={digest} />} />
      <div className={styles.sides}>
        <DigestForm digest={digest} draft={draft} isDirty={isDirty} onChange={setDraft} />
        <MailPreview digestId={digest.id} isStale={isDirty} />
      </div>
      <Runs digest={digest} />
    </>
  );
}

function sayDigest(digest: Digest, names: ReadonlyMap<string, string>): string {
  const { next_run_at: next, last_run: last } = digest;
  return joinSentences([
    `About ${sayScope(digest.scope, names)}, ${sayWhen(digest)}, to ${sayRecipients(digest)}.`,
    next === null ? 'It is off: nothing is sent.' : `The next one goes ${formatInstant(next)} UTC.`,
    last !== null && `The last one, ${formatInstant(last.at)} UTC: ${sayRun(last)}.`,
  ]);
}

function Remove({ digest: { id, name } }: { readonly digest: Digest }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const projectId = useProjectId();
  const refresh = useRefresh(getDigests);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Remove
      </Button>
      <ConfirmAction
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={`Remove ${name}`}
        verb="Remove"
        isDanger
        run={() => ask(deleteDigestsByDigestId, { path: { digest_id: id } })}
        onDone={() => {
          refresh();
          void navigate({ to: projectId ? `/p/${projectId}/digests` : '/settings/digests' });
        }}
      >
        It is not sent any more, and its record of what was sent goes with it.
      </ConfirmAction>
    </>
  );
}
