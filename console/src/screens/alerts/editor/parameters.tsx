import { changeParameter } from './draft.ts';
import { findEvent, TIERS, type Parameter } from './events.ts';
import { Amount, Pick, Typed } from './inline.tsx';
import type { RuleProblems } from './problems.ts';
import type { RuleDraft } from '../data/types.ts';

export interface PartProps {
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
  readonly problems: RuleProblems;
}

/** The values of the event, each between its words. */
export function Parameters({ draft, onChange, problems }: PartProps) {
  return (
    <>
      {(findEvent(draft.when.event)?.parameters ?? []).map((parameter) => (
        <span key={`${draft.when.event} ${parameter.name}`}>
          {` ${parameter.before ? `${parameter.before} ` : ''}`}
          <Value
            parameter={parameter}
            value={draft.when[parameter.name]}
            wrong={problems.of(`when.${parameter.name}`)}
            onValue={(value) => onChange(changeParameter(draft, parameter.name, value))}
          />
          {parameter.after && ` ${parameter.after}`}
        </span>
      ))}
    </>
  );
}

interface ValueProps {
  readonly parameter: Parameter;
  readonly value: unknown;
  readonly wrong: string | undefined;
  readonly onValue: (value: unknown) => void;
}

function Value({ parameter, value, wrong, onValue }: ValueProps) {
  const { kind, label, choices = [], min, max, whenEmpty } = parameter;
  switch (kind) {
    case 'places':
      return <Places {...{ parameter, value, wrong, onValue }} />;
    case 'number':
      return <Amount label={label} wrong={wrong} min={min} max={max} value={toNumber(value)} onNumber={onValue} />;
    case 'choice':
      return <Pick label={label} wrong={wrong} choices={choices} value={toPicked(value)} onPick={(picked) => onValue(toChosen(picked))} />;
    case 'text':
      return (
        <Typed
          label={label}
          wrong={wrong}
          placeholder={whenEmpty}
          value={typeof value === 'string' ? value : ''}
          onText={(text) => onValue(text === '' ? undefined : text)}
        />
      );
  }
}

const BY = [
  { value: 'tiers', label: '3 places in the top 10, 5 down to 30, 10 below' },
  { value: 'number', label: 'this many places:' },
] as const;
const PLACES_USUAL = 5;

/** So many places, or more of them the lower a keyword stands. */
function Places({ parameter: { label, min, max }, value, wrong, onValue }: ValueProps) {
  const isNumber = typeof value === 'number' || value === undefined;
  return (
    <>
      <Pick
        label="How much"
        wrong={isNumber ? undefined : wrong}
        choices={BY}
        value={isNumber ? 'number' : 'tiers'}
        onPick={(by) => onValue(by === 'tiers' ? TIERS : PLACES_USUAL)}
      />{' '}
      {isNumber && (
        <>
          <Amount label={label} wrong={wrong} min={min} max={max} value={toNumber(value)} onNumber={onValue} /> or more
        </>
      )}
    </>
  );
}

function toPicked(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

/** An empty choice leaves the value out. */
function toChosen(picked: string): unknown {
  if (picked === '') return undefined;
  return picked === 'true' || picked === 'false' ? picked === 'true' : picked;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
