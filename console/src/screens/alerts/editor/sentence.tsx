import { GROUPINGS, SEVERITY_CHOICES } from './choices.ts';
import { changeEvent, changeWhere } from './draft.ts';
import { EVENTS, findEvent } from './events.ts';
import styles from './inline.module.css';
import { Amount, Pick } from './inline.tsx';
import { Parameters, type PartProps } from './parameters.tsx';
import { toChannelChoices, toChannelIds, toChannelValue, type Known } from './known.ts';

export interface SentenceProps extends PartProps {
  readonly known: Known;
  readonly mayEdit: boolean;
}

/** Fields that the sentence shows what is wrong with at their place. */
export const SENTENCE_FIELDS = ['when', 'where.tag', 'where.device', 'confirm', 'channel_ids', 'severity', 'group_by', 'cool_down_hours'];

const EVENT_CHOICES = [...Map.groupBy(EVENTS, ({ group }) => group)].map(([group, some]) => ({
  group,
  items: some.map(({ event, label }) => ({ value: event, label: label.replace(/:$/u, '') })),
}));

const CONFIRMS = [
  { value: 'none', label: 'without confirmation' },
  { value: 'next', label: 'confirmed by the next check' },
  { value: 'recheck', label: 'confirmed by a second check' },
] as const;

/** A whole rule as one sentence whose words can be changed. */
export function Sentence({ mayEdit, ...part }: SentenceProps) {
  const words = findEvent(part.draft.when.event);
  return (
    <fieldset className={styles.sentence} disabled={!mayEdit} aria-label="The rule as a sentence">
      When {words?.isMovement === true && <Subject {...part} />}
      <What {...part} />
      <Parameters {...part} />
      {', '}
      {words?.isMovement === true && <Confirm {...part} />}
      <Telling {...part} />
    </fieldset>
  );
}

type Part = Omit<SentenceProps, 'mayEdit'>;

/** Which keywords. */
function Subject({ draft, onChange, problems, known: { tags } }: Part) {
  const { where } = draft;
  const which = where.tag ?? (where.starred === true ? 'starred' : 'any');
  return (
    <>
      <Pick
        label="Which keywords"
        wrong={problems.of('where.tag')}
        value={which}
        choices={[
          { value: 'any', label: 'a keyword' },
          { value: 'starred', label: 'a starred keyword' },
          ...(tags.length > 0
            ? [{ group: 'With a tag', items: tags.map(({ id, name }) => ({ value: id, label: `a keyword with tag ${name}` })) }]
            : []),
        ]}
        onPick={(picked) =>
          onChange(
            changeWhere(draft, {
              starred: picked === 'starred' ? true : undefined,
              tag: picked === 'any' || picked === 'starred' ? undefined : picked,
            } as never),
          )
        }
      />{' '}
      on{' '}
      <Pick
        label="Device"
        wrong={problems.of('where.device')}
        value={where.device ?? 'any'}
        choices={[
          { value: 'any', label: 'any device' },
          { value: 'desktop', label: 'desktop' },
          { value: 'mobile', label: 'mobile' },
        ]}
        onPick={(device) => onChange(changeWhere(draft, { device: device === 'any' ? undefined : device } as never))}
      />{' '}
    </>
  );
}

function What({ draft, onChange, problems }: Part) {
  return (
    <>
      <Pick
        label="What happens"
        wrong={problems.of('when.event')}
        value={draft.when.event}
        choices={EVENT_CHOICES}
        onPick={(event) => onChange(changeEvent(draft, event))}
      />
    </>
  );
}

function Confirm({ draft, onChange, problems }: Part) {
  return (
    <>
      <Pick
        label="Confirmed by"
        end=","
        wrong={problems.of('confirm')}
        value={draft.confirm}
        choices={CONFIRMS}
        onPick={(confirm) => onChange({ ...draft, confirm })}
      />
    </>
  );
}

/** Who hears of it, how, and how often. */
function Telling({ draft, onChange, problems, known }: Part) {
  const isMovement = findEvent(draft.when.event)?.isMovement === true;
  return (
    <>
      {' tell '}
      <Pick
        label="Channels"
        wrong={problems.of('channel_ids')}
        value={toChannelValue(draft.channel_ids)}
        choices={toChannelChoices(draft.channel_ids, known.channels)}
        onPick={(picked) => onChange({ ...draft, channel_ids: toChannelIds(picked, draft.channel_ids) })}
      />
      {' as '}
      <Pick
        label="Severity"
        end=","
        wrong={problems.of('severity')}
        value={draft.severity}
        choices={SEVERITY_CHOICES}
        onPick={(severity) => onChange({ ...draft, severity })}
      />
      {isMovement && (
        <>
          {' grouped by '}
          <Pick
            label="Grouped by"
            end=","
            wrong={problems.of('group_by')}
            value={draft.group_by}
            choices={GROUPINGS}
            onPick={(group) => onChange({ ...draft, group_by: group })}
          />
        </>
      )}
      {' not again within '}
      <Amount
        label="Hours until it may tell again"
        wrong={problems.of('cool_down_hours')}
        min={0}
        max={8760}
        value={draft.cool_down_hours ?? undefined}
        onNumber={(hours) => onChange({ ...draft, cool_down_hours: (hours ?? null) as number })}
      />
      {' hours.'}
    </>
  );
}
