import { useId, type ReactNode } from 'react';
import styles from './inline.module.css';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface Choices<Value extends string> {
  readonly group: string;
  readonly items: readonly Choice<Value>[];
}

interface FieldProps {
  /** What the field is, for those who hear the sentence. */
  readonly label: string;
  /** What is wrong with it. */
  readonly wrong?: string | undefined;
  /** What may not be parted from it at the end of a line: a comma. */
  readonly end?: string;
}

interface PickProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly choices: readonly (Choice<Value> | Choices<Value>)[];
  readonly onPick: (value: Value) => void;
}

/** A choice within a sentence: the browser's own list, in the looks of a word that can be changed. */
export function Pick<Value extends string>({ label, wrong, end, value, choices, onPick }: PickProps<Value>) {
  return (
    <Slot wrong={wrong} end={end}>
      {(described) => (
        <select
          className={styles.control}
          aria-label={label}
          value={value}
          onChange={({ currentTarget }) => onPick(currentTarget.value as Value)}
          {...described}
        >
          {choices.map((one) =>
            'items' in one ? (
              <optgroup key={one.group} label={one.group}>
                {one.items.map(toOption)}
              </optgroup>
            ) : (
              toOption(one)
            ),
          )}
        </select>
      )}
    </Slot>
  );
}

function toOption({ value, label }: Choice<string>) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

interface NumberProps extends FieldProps {
  /** Undefined while nothing is typed. */
  readonly value: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly onNumber: (value: number | undefined) => void;
}

/** A number within a sentence. What is out of its bounds is kept, and the service says what is wrong. */
export function Amount({ label, wrong, end, value, min, max, onNumber }: NumberProps) {
  return (
    <Slot wrong={wrong} end={end}>
      {(described) => (
        <input
          className={styles.control}
          type="number"
          inputMode="decimal"
          step="any"
          aria-label={label}
          min={min}
          max={max}
          value={value ?? ''}
          onChange={({ currentTarget: { value: typed } }) => onNumber(typed === '' ? undefined : Number(typed))}
          {...described}
        />
      )}
    </Slot>
  );
}

interface TypedProps extends FieldProps {
  readonly value: string;
  readonly placeholder?: string | undefined;
  readonly onText: (value: string) => void;
}

/** A word that is typed within a sentence. */
export function Typed({ label, wrong, end, value, placeholder, onText }: TypedProps) {
  return (
    <Slot wrong={wrong} end={end}>
      {(described) => (
        <input
          className={`${styles.control} ${styles.text}`}
          aria-label={label}
          placeholder={placeholder}
          maxLength={253}
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          {...described}
        />
      )}
    </Slot>
  );
}

interface Described {
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
}

interface SlotProps {
  readonly wrong: string | undefined;
  readonly end: string | undefined;
  readonly children: (described: Described) => ReactNode;
}

/** A field with what is wrong with it right below. */
function Slot({ wrong, end = '', children }: SlotProps) {
  const id = useId();
  return (
    <span className={styles.kept}>
      <span className={styles.slot} data-wrong={wrong === undefined ? undefined : true}>
        {children(wrong === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id })}
        {wrong !== undefined && (
          <span id={id} className={styles.wrong} role="alert">
            {wrong}
          </span>
        )}
      </span>
      {end}
    </span>
  );
}
